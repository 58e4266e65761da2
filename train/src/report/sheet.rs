//! Tables for spreadsheets.

/// A table of text: every value that needs it is quoted.
pub(crate) fn table(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Nothing can fail that writes to memory and has the same number of fields in every row.
    let _ = writer.write_record(header);
    rows.for_each(|row| drop(writer.write_record(row)));
    writer.into_inner().map_or(String::new(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// A number, or an empty field.
pub(crate) fn number(x: Option<f64>) -> String {
    x.map_or(String::new(), |x| format!("{x:.4}"))
}
