//! What a run writes down about itself: typed rows, as CSV for spreadsheets and as JSON lines for programs.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// One reporting interval of a run. What was not measured in it is empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetricsRow {
    /// Seconds of work since the run began.
    pub seconds: f64,
    /// `teacher-games`, `teacher-learning` or `self-play`.
    pub phase: String,
    /// The newest published net.
    pub generation: u32,
    /// Mean generation of the nets that played the games finished in the interval.
    pub data_generation: Option<f64>,
    /// Steps of the learner.
    pub step: u64,
    /// Games of self-play so far.
    pub games: u64,
    /// Positions of self-play so far.
    pub positions: u64,
    /// Positions of the teacher so far.
    pub teacher_positions: u64,
    /// Positions in the replay window.
    pub window: u64,
    /// Average uses of a position of self-play so far.
    pub uses: Option<f64>,
    /// Simulations of a full search.
    pub simulations: Option<u32>,
    /// Mean cross-entropy of win/draw/loss.
    pub value_loss: Option<f64>,
    /// Mean cross-entropy of the policy.
    pub policy_loss: Option<f64>,
    /// Share of the positions where the net's first choice is the target's.
    pub policy_top1: Option<f64>,
    /// Length of the gradient before clipping.
    pub grad_norm: Option<f64>,
    /// Learning rate.
    pub lr: Option<f64>,
    /// Positions the learner took in, per second.
    pub trained_per_s: Option<f64>,
    /// Positions finished by self-play or the teacher, per second.
    pub positions_per_s: Option<f64>,
    /// Net evaluations of self-play, per second.
    pub evals_per_s: Option<f64>,
    /// Share of the actors' time in which they searched, 0 to 1.
    pub busy: Option<f64>,
    /// Mean length of the games finished in the interval, in plies.
    pub plies: Option<f64>,
    /// Share of them that were drawn.
    pub draws: Option<f64>,
    /// Mean score of White in them.
    pub white_score: Option<f64>,
    /// Share of them that were given up.
    pub resigned: Option<f64>,
    /// Of the games played through after one side would have given up: share in which that side did not lose.
    pub wrongly_resigned: Option<f64>,
}

/// One evaluation match. Scores are the net's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationRow {
    /// Seconds of work since the run began.
    pub seconds: f64,
    /// The net.
    pub generation: u32,
    /// Steps of the learner at that net.
    pub step: u64,
    /// The opponent, by its name in the config.
    pub opponent: String,
    /// Simulations a move.
    pub simulations: u32,
    /// Pairs of games.
    pub pairs: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn, or scored between win and loss.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Mean score, 0 to 1.
    pub score: f64,
    /// Lower end of its 95 % interval.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
    /// Mean length of a game, in plies.
    pub plies: f64,
    /// Seconds it took.
    pub match_seconds: f64,
}

/// Rows that cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum MetricsError {
    /// The system's refusal.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A row of a file that is not what it should be.
    #[error("{}: {source}", path.display())]
    Csv {
        /// The file.
        path: PathBuf,
        /// Which row and column, and why.
        source: csv::Error,
    },
    /// A file with other columns.
    #[error("{}: columns `{found}`, expected `{expected}`: another version of the program wrote it", path.display())]
    Columns {
        /// The file.
        path: PathBuf,
        /// Its columns.
        found: String,
        /// The columns of this program.
        expected: String,
    },
}

/// Appends rows to `NAME.csv` and `NAME.jsonl`.
#[derive(Debug)]
pub struct RowWriter {
    csv: (PathBuf, File),
    json: (PathBuf, File),
}

impl RowWriter {
    /// Opens both files in a folder; existing rows are kept, except a last one that is cut off.
    ///
    /// # Errors
    /// The system's refusal, or an existing file with other columns than `T`'s.
    pub fn open<T: Serialize + Default>(folder: &Path, name: &str) -> Result<Self, MetricsError> {
        let columns = columns::<T>();
        let csv = folder.join(format!("{name}.csv"));
        let json = folder.join(format!("{name}.jsonl"));
        let mut writer = Self { csv: (csv.clone(), open(&csv)?), json: (json.clone(), open(&json)?) };
        let text = fs::read_to_string(&csv).map_err(|source| MetricsError::Io { path: csv.clone(), source })?;
        match text.lines().next() {
            None => write(&mut writer.csv, format!("{columns}\n").as_bytes())?,
            Some(found) if found != columns => {
                return Err(MetricsError::Columns { path: csv, found: found.into(), expected: columns });
            }
            Some(_) => {}
        }
        Ok(writer)
    }

    /// Writes a row; it is in both files when this returns.
    ///
    /// # Errors
    /// The system's refusal.
    pub fn write<T: Serialize>(&mut self, row: &T) -> Result<(), MetricsError> {
        let line = csv_line(row, false).map_err(|source| MetricsError::Csv { path: self.csv.0.clone(), source })?;
        write(&mut self.csv, &line)?;
        let json = serde_json::to_vec(row).map_err(io::Error::from);
        let mut json = json.map_err(|source| MetricsError::Io { path: self.json.0.clone(), source })?;
        json.push(b'\n');
        write(&mut self.json, &json)
    }
}

/// All rows of a CSV file; none if it is not there.
///
/// # Errors
/// A file that cannot be read, or the first row that is wrong.
pub fn read_rows<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, MetricsError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(MetricsError::Io { path: path.into(), source }),
    };
    // A last line without its end is one that is being written, or was when its writer was killed.
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let rows = csv::Reader::from_reader(whole.as_bytes()).into_deserialize().collect::<Result<_, _>>();
    rows.map_err(|source| MetricsError::Csv { path: path.into(), source })
}

fn columns<T: Serialize + Default>() -> String {
    let bytes = csv_line(&T::default(), true).unwrap_or_default();
    String::from_utf8_lossy(&bytes).lines().next().unwrap_or_default().to_string()
}

fn csv_line<T: Serialize>(row: &T, header: bool) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::WriterBuilder::new().has_headers(header).from_writer(Vec::new());
    writer.serialize(row)?;
    writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))
}

/// Opens a file for appending and drops a last line that is cut off.
fn open(path: &Path) -> Result<File, MetricsError> {
    let opened = || {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let bytes = fs::read(path)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64)?;
        }
        Ok(file)
    };
    opened().map_err(|source| MetricsError::Io { path: path.into(), source })
}

fn write((path, file): &mut (PathBuf, File), bytes: &[u8]) -> Result<(), MetricsError> {
    file.write_all(bytes).map_err(|source| MetricsError::Io { path: path.clone(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(seconds: f64) -> MetricsRow {
        MetricsRow { seconds, phase: "self-play".into(), value_loss: Some(0.25), ..MetricsRow::default() }
    }

    #[test]
    fn rows_survive_and_a_resume_goes_on_without_a_second_header() {
        let folder = tempfile::tempdir().unwrap();
        let csv = folder.path().join("metrics.csv");
        for seconds in [1.5, 2.0] {
            let mut writer = RowWriter::open::<MetricsRow>(folder.path(), "metrics").unwrap();
            writer.write(&row(seconds)).unwrap();
            // Killed in the middle of the next row.
            fs::OpenOptions::new().append(true).open(&csv).unwrap().write_all(b"3.0,self-pl").unwrap();
            assert_eq!(read_rows::<MetricsRow>(&csv).unwrap().last(), Some(&row(seconds)));
        }
        drop(RowWriter::open::<MetricsRow>(folder.path(), "metrics").unwrap());
        assert_eq!(read_rows::<MetricsRow>(&csv).unwrap(), [row(1.5), row(2.0)]);
        let text = fs::read_to_string(&csv).unwrap();
        assert_eq!(text.lines().count(), 3);
        assert!(text.starts_with("seconds,phase,generation,"), "{text}");
        let json = fs::read_to_string(folder.path().join("metrics.jsonl")).unwrap();
        let rows: Vec<MetricsRow> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(rows, [row(1.5), row(2.0)]);
    }

    #[test]
    fn broken_files_say_where() {
        let folder = tempfile::tempdir().unwrap();
        let csv = folder.path().join("metrics.csv");
        fs::write(&csv, "a,b\n1,2\n").unwrap();
        let message = RowWriter::open::<MetricsRow>(folder.path(), "metrics").unwrap_err().to_string();
        assert!(message.contains("columns `a,b`, expected `seconds,phase,"), "{message}");
        let mut writer = RowWriter::open::<EvaluationRow>(folder.path(), "evaluations").unwrap();
        writer.write(&EvaluationRow::default()).unwrap();
        let csv = folder.path().join("evaluations.csv");
        let text = fs::read_to_string(&csv).unwrap();
        fs::write(&csv, text.replace("0.0,0,0", "x,0,0")).unwrap();
        let message = read_rows::<EvaluationRow>(&csv).unwrap_err().to_string();
        assert!(message.contains("record 1 (line: 2"), "{message}");
        assert_eq!(read_rows::<EvaluationRow>(&folder.path().join("none.csv")).unwrap(), []);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let full = || (PathBuf::from("/dev/full"), OpenOptions::new().write(true).open("/dev/full").unwrap());
        let mut writer = RowWriter { csv: full(), json: full() };
        let message = writer.write(&row(1.0)).unwrap_err().to_string();
        assert!(message.starts_with("/dev/full: No space left on device"), "{message}");
    }
}
