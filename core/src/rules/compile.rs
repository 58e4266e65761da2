//! From a [`Variant`] to [`Rules`].

use super::rides::Lines;
use super::{
    Arm, Castling, Class, Keys, KindInfo, MAX_RIDES, Movement, Pawns, Ride, Riders, Rules, SideRules, SplitMix, fnv,
    region,
};
use crate::bits::{BitSet, Cell, CellMap};
use crate::board::Board;
use crate::error::{Problem, VariantError};
use crate::layout::{Layout, Narrow, Rich, Wide};
use crate::moves::{Color, Kind};
use crate::position::Position;
use crate::variant::{EnPassant, MoveSpec, Only, Supply, Variant, check};

/// Rules in the layout that fits their variant.
#[derive(Clone, Debug)]
pub enum AnyRules {
    /// See [`Narrow`].
    Narrow(Box<Rules<Narrow>>),
    /// See [`Rich`].
    Rich(Box<Rules<Rich>>),
    /// See [`Wide`].
    Wide(Box<Rules<Wide>>),
}

/// Runs a block with `$rules` bound to the concrete `&Rules<L>`, once for each layout.
#[macro_export]
macro_rules! with_rules {
    ($any:expr, $rules:ident => $body:expr) => {
        match $any {
            $crate::AnyRules::Narrow($rules) => $body,
            $crate::AnyRules::Rich($rules) => $body,
            $crate::AnyRules::Wide($rules) => $body,
        }
    };
}

impl AnyRules {
    /// Checks and compiles a variant.
    ///
    /// # Errors
    /// Every mistake of the variant, each with its key.
    pub fn new(variant: &Variant) -> Result<AnyRules, VariantError> {
        let problems = check(variant);
        if !problems.is_empty() {
            return Err(VariantError { variant: variant.name.clone(), problems });
        }
        let board = Board::new(&variant.board).map_err(|(key, message)| {
            VariantError::one(&variant.name, Problem::new(format!("board.{key}"), message))
        })?;
        let bits = board.cells().last().map_or(0, |c| c.bit() + 1);
        let kinds = kind_order(variant).len();
        Ok(match (bits <= 128, kinds) {
            (true, ..=6) => AnyRules::Narrow(Box::new(Rules::compile(variant, board)?)),
            (true, _) => AnyRules::Rich(Box::new(Rules::compile(variant, board)?)),
            (false, _) => AnyRules::Wide(Box::new(Rules::compile(variant, board)?)),
        })
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        with_rules!(self, rules => rules.variant())
    }
}

/// The pieces of a variant in kind order: index into `Variant::pieces`, `None` for a missing pawn.
pub(crate) fn kind_order(variant: &Variant) -> Vec<Option<usize>> {
    let pawn = variant.pawn.as_ref().and_then(|p| variant.pieces.iter().position(|s| s.name == p.piece));
    let mut order = vec![pawn];
    order.extend((0..variant.pieces.len()).filter(|&i| Some(i) != pawn && !variant.pieces[i].royal).map(Some));
    order.extend((0..variant.pieces.len()).filter(|&i| variant.pieces[i].royal).map(Some));
    order
}

impl<L: Layout> Rules<L> {
    fn compile(variant: &Variant, board: Board) -> Result<Rules<L>, VariantError> {
        let order = kind_order(variant);
        let kinds: Vec<KindInfo> = order
            .iter()
            .map(|spec| match spec.map(|i| &variant.pieces[i]) {
                Some(spec) => KindInfo {
                    name: spec.name.clone(),
                    letter: spec.letter,
                    aliases: spec.aliases.clone(),
                    value: spec.value,
                    exists: true,
                },
                None => {
                    KindInfo { name: String::new(), letter: '\0', aliases: String::new(), value: 0.0, exists: false }
                }
            })
            .collect();
        let mut tables = Tables { board: &board, built: Vec::new(), rides: Vec::new(), problems: Vec::new() };
        let [white, black] = Color::BOTH.map(|color| -> Vec<Movement<L::Set>> {
            let moves = order.iter().map(|piece| piece.map(|i| (i, &variant.pieces[i].moves[..])));
            moves.map(|moves| tables.movement(moves.unwrap_or((0, &[])), color)).collect()
        });
        if !tables.problems.is_empty() {
            return Err(VariantError { variant: variant.name.clone(), problems: tables.problems });
        }
        let mut rides = tables.rides;
        let side = |men, color| SideRules::new(variant, &board, &kinds, men, color);
        let mut sides = [side(white, Color::White), side(black, Color::Black)];
        for (side, color) in sides.iter_mut().zip(Color::BOTH) {
            side.add_strikes(variant, &board, color, &mut rides);
        }
        let officers = |side: &SideRules<L>| side.men[1..kinds.len() - 1].iter().any(Movement::restricted);
        let restricted = sides.iter().any(officers);
        let mut bare = variant.clone();
        (bare.title, bare.description) = (String::new(), String::new());
        bare.pieces.iter_mut().for_each(|p| p.value = 0.0);
        let id = fnv(toml::to_string(&bare).unwrap_or_default().as_bytes());
        let pawn = variant.pawn.as_ref();
        let leap = variant.king.as_ref().and_then(|k| k.leap.as_ref());
        let mut rules = Rules {
            variant: variant.clone(),
            id,
            royal: Kind::new(kinds.len() - 1),
            by_value: by_value(&kinds),
            move_bound: 0,
            rides,
            sides,
            keys: Keys::new(kinds.len()),
            automatic_ep: pawn.is_some_and(|p| p.en_passant == EnPassant::Automatic),
            en_passant: pawn.is_some_and(|p| p.en_passant != EnPassant::None),
            restricted,
            scornful: pawn.is_some_and(|p| p.scornful),
            lost_only: pawn.is_some_and(|p| p.promotion.supply == Supply::Lost),
            leap_captures: leap.is_some_and(|l| l.captures),
            leap_guards: leap.is_some_and(|l| l.captures && l.guards),
            pinned_rooks_castle: variant.king.as_ref().is_none_or(|k| k.pinned_rooks_castle),
            ep_marked: pawn.is_some_and(|p| p.en_passant == EnPassant::Optional && p.steps_as_it_captures()),
            dead_kinds: (0..kinds.len())
                .filter(|&i| variant.end.dead_with.contains(&kinds[i].name))
                .fold(0, |set, i| set | 1 << i),
            start: Position::empty(),
            kinds,
            board,
        };
        rules.move_bound = rules.widest_mobility() * rules.board.len();
        for color in Color::BOTH {
            for &king in rules.board.clone().cells() {
                let steps: L::Set = rules.attacks(!color, rules.royal, king, L::Set::EMPTY);
                let pawns = &mut rules.sides[color.index()].pawns;
                let near = steps.cells().fold(L::Set::EMPTY, |set, cell| set | pawns.attacked_from[cell]);
                pawns.near_king[king] = near;
            }
        }
        for color in Color::BOTH {
            rules.sides[color.index()].complement = vec![0; rules.kinds.len()];
            rules.sides[color.index()].complement_by_shade = vec![[0; 3]; rules.kinds.len()];
        }
        let start: Position<L> = rules
            .parse_fen(&variant.start)
            .map_err(|e| VariantError::one(&variant.name, Problem::new("start", e.to_string())))?;
        rules.start = start;
        for color in Color::BOTH {
            let count = |k| start.men(color, Kind::new(k)).count();
            let men: Vec<u32> = (0..rules.kinds.len()).map(count).collect();
            rules.sides[color.index()].complement = men;
            let shades = |k: usize| rules.board.count_by_shade(start.men(color, Kind::new(k)));
            rules.sides[color.index()].complement_by_shade = (0..rules.kinds.len()).map(shades).collect();
        }
        let problems = rules.start_problems();
        if problems.is_empty() { Ok(rules) } else { Err(VariantError { variant: variant.name.clone(), problems }) }
    }

    fn widest_mobility(&self) -> usize {
        let one = |color: Color, kind: usize, cell: Cell| {
            let man = &self.sides[color.index()].men[kind];
            let arms = [Some(&man.both), man.quiet.as_ref(), man.capture.as_ref()];
            arms.into_iter()
                .flatten()
                .map(|a| a.reach(&self.rides, cell, L::Set::EMPTY).count() as usize)
                .sum::<usize>()
        };
        let men = Color::BOTH.iter().flat_map(|&c| (0..self.kinds.len()).map(move |k| (c, k)));
        let widest =
            men.flat_map(|(c, k)| self.board.cells().iter().map(move |&cell| one(c, k, cell))).max().unwrap_or(0);
        let pawn = &self.sides[0].pawns;
        let pawn =
            (pawn.steps.len() + pawn.captures.len() + pawn.advances.len() + 2) * self.sides[0].promotions.len().max(1);
        // Castlings and the king's leap come on top of one man's moves only; adding them to all is still small.
        widest.max(pawn) + self.sides[0].castlings.len() + 12
    }
}

fn by_value(kinds: &[KindInfo]) -> Vec<Vec<Kind>> {
    let mut order: Vec<usize> = (0..kinds.len() - 1).filter(|&i| kinds[i].exists).collect();
    order.sort_by(|&a, &b| kinds[a].value.total_cmp(&kinds[b].value));
    let groups = order.chunk_by(|&a, &b| kinds[a].value == kinds[b].value);
    let mut groups: Vec<Vec<Kind>> = groups.map(|g| g.iter().map(|&i| Kind::new(i)).collect()).collect();
    groups.push(vec![Kind::new(kinds.len() - 1)]);
    groups
}

struct Tables<'a, S> {
    board: &'a Board,
    built: Vec<Lines>,
    rides: Vec<Ride<S>>,
    problems: Vec<Problem>,
}

impl<S: BitSet> Tables<'_, S> {
    /// The movement of a piece, given as its index and moves.
    fn movement(&mut self, (piece, moves): (usize, &[MoveSpec]), color: Color) -> Movement<S> {
        let arm = |tables: &mut Self, only: Option<Only>| {
            let specs: Vec<(usize, &MoveSpec)> = moves.iter().enumerate().filter(|(_, m)| m.only == only).collect();
            (!specs.is_empty()).then(|| tables.arm(piece, &specs, color))
        };
        let both = arm(self, None).unwrap_or_else(Arm::none);
        let (quiet, capture) = (arm(self, Some(Only::Move)), arm(self, Some(Only::Capture)));
        let class = Class::of(&both, &self.rides);
        let reach = |arm: &Arm<S>, cell: Cell| arm.reach(&self.rides, cell, S::EMPTY);
        let meet = |arm: &Arm<S>| self.board.cells().iter().any(|&c| !(reach(arm, c) & reach(&both, c)).is_empty());
        let overlaps = [&quiet, &capture].into_iter().flatten().any(meet);
        Movement { class, both, quiet, capture, overlaps }
    }

    fn arm(&mut self, piece: usize, specs: &[(usize, &MoveSpec)], color: Color) -> Arm<S> {
        let mut arm = Arm::none();
        for &(index, spec) in specs {
            let mut vectors = match (&spec.vectors, spec.along) {
                (Some(vectors), _) => vectors.clone(),
                (None, Some(set)) => self.board.vectors(set),
                (None, None) => Vec::new(),
            };
            if color == Color::Black {
                vectors.iter_mut().for_each(|v| *v = self.board.flip_vector(*v));
            }
            vectors.sort_unstable();
            vectors.dedup();
            let lines = Lines { vectors, min: spec.min, max: spec.max.unwrap_or(u8::MAX) };
            if lines.max == 1 {
                let leaps = arm.leaps.get_or_insert_with(|| CellMap::new::<S>(S::EMPTY));
                for &cell in self.board.cells() {
                    leaps[cell] |= S::collect(lines.from(self.board, cell).concat());
                }
                continue;
            }
            for lines in lines.without_meetings(self.board) {
                // Black's rides are White's turned: one color tells.
                if arm.rides().len() == MAX_RIDES {
                    if color == Color::White {
                        let message = format!(
                            "more than {MAX_RIDES} slides of one piece that need tables of their own; give vectors with the same `min` and `max` in one move"
                        );
                        self.problems.push(Problem::new(format!("piece[{piece}].moves[{index}]"), message));
                    }
                    break;
                }
                let ride = self.built.iter().position(|b| *b == lines).unwrap_or_else(|| {
                    self.rides.push(Ride::new(self.board, &lines));
                    self.built.push(lines);
                    self.built.len() - 1
                });
                arm.add_ride(ride);
            }
        }
        arm.sort_rides(&self.rides);
        arm
    }
}

impl<L: Layout> SideRules<L> {
    fn new(
        variant: &Variant,
        board: &Board,
        kinds: &[KindInfo],
        men: Vec<Movement<L::Set>>,
        color: Color,
    ) -> SideRules<L> {
        let royal = kinds.len() - 1;
        let mut leapers = Vec::new();
        let mut riders: Vec<Riders> = Vec::new();
        for (i, man) in men.iter().enumerate() {
            let attacking = [Some(&man.both), man.capture.as_ref()];
            let mut from = CellMap::new::<L::Set>(L::Set::EMPTY);
            let mut leaps = false;
            for arm in attacking.into_iter().flatten() {
                if let Some(map) = arm.leaps.as_ref().filter(|_| i != royal) {
                    leaps = true;
                    for &cell in board.cells() {
                        for to in map[cell].cells() {
                            from[to] |= L::Set::of(cell);
                        }
                    }
                }
                for ride in arm.rides().iter().map(|&r| r as usize) {
                    let at = riders.iter().position(|r| r.ride == ride).unwrap_or_else(|| {
                        riders.push(Riders::new(ride));
                        riders.len() - 1
                    });
                    riders[at].add(Kind::new(i));
                }
            }
            if leaps {
                leapers.push((Kind::new(i), from));
            }
        }
        let full = !L::Set::EMPTY;
        let place = (0..kinds.len())
            .map(|kind| {
                let mut sets = L::NO_SETS;
                sets.as_mut()[color.index()] = full;
                sets.as_mut()[2 + kind] = full;
                sets
            })
            .collect();
        let find = |name: &String| kinds.iter().position(|k| k.exists && k.name == *name).map(Kind::new);
        let pawn = variant.pawn.as_ref();
        let promotions: Vec<Kind> = pawn.map_or(Vec::new(), |p| p.promotion.to.iter().filter_map(find).collect());
        let one_per_color = pawn
            .map_or(0, |p| p.promotion.one_per_color.iter().filter_map(find).fold(0, |set, k| set | 1 << k.index()));
        let mut side = SideRules {
            men,
            leapers,
            riders,
            pawns: pawn.map_or_else(Pawns::none, |p| Pawns::new(board, p, color)),
            place,
            promotions,
            one_per_color,
            complement: Vec::new(),
            complement_by_shade: Vec::new(),
            king_home: None,
            rook_homes: Vec::new(),
            king_leaps: L::Set::EMPTY,
            castlings: Vec::new(),
            rights_kept: CellMap::new::<L::Set>(u8::MAX),
        };
        side.add_king(variant, board, color);
        side
    }

    /// Pawns whose advances capture attack as riders do, from the cells where those advances start.
    fn add_strikes(&mut self, variant: &Variant, board: &Board, color: Color, rides: &mut Vec<Ride<L::Set>>) {
        let Some(pawn) = variant.pawn.as_ref().filter(|_| self.pawns.strikes) else { return };
        for sense in &pawn.senses {
            let cells = region(board, sense);
            for advance in sense.advances.iter().filter(|advance| advance.captures) {
                let turn = |&v: &[i8; 2]| if color == Color::White { v } else { board.flip_vector(v) };
                let (vectors, count) = (advance.vectors.iter().map(turn).collect(), advance.count);
                let home = |&cell: &Cell| if color == Color::White { cell } else { board.flip(cell) };
                let allowed = |cell: &Cell| {
                    let named = |names: &Vec<String>| names.iter().any(|n| board.named(n) == Some(home(cell)));
                    advance.from.as_ref().is_none_or(named)
                };
                let from = L::Set::collect(cells.iter().copied().filter(allowed));
                for lines in (Lines { vectors, min: count, max: count }).without_meetings(board) {
                    let mut ride = Ride::new(board, &lines);
                    ride.start_on(from);
                    let mut riders = Riders::new(rides.len());
                    riders.add(Kind::PAWN);
                    self.riders.push(riders);
                    rides.push(ride);
                }
            }
        }
    }

    fn add_king(&mut self, variant: &Variant, board: &Board, color: Color) {
        let Some(king) = &variant.king else { return };
        let home = |cell: Cell| if color == Color::White { cell } else { board.flip(cell) };
        let cell = |name: &String| board.named(name).map(home);
        let Some(king_home) = board.named(&king.home).map(home) else { return };
        self.king_home = Some(king_home);
        if let Some(leap) = &king.leap {
            self.king_leaps =
                L::Set::collect(board.vectors(leap.along).into_iter().filter_map(|v| board.step(king_home, v)));
        }
        let mut homes: Vec<Cell> = king.castlings.iter().flat_map(|c| &c.rooks).filter_map(|r| cell(&r.from)).collect();
        homes.sort_by_key(|&c| board.coord(c));
        homes.dedup();
        self.rook_homes = homes;
        for spec in &king.castlings {
            let Some(king_to) = cell(&spec.king) else { continue };
            let mut castling = Castling {
                name: spec.name.clone(),
                king_to,
                rooks: Vec::new(),
                empty: L::Set::of(king_to),
                passes: L::Set::collect(spec.passes.iter().filter_map(cell)),
                needs: 1 << (4 * color as u8),
            };
            castling.empty |= castling.passes;
            for rook in &spec.rooks {
                let (Some(from), Some(to)) = (cell(&rook.from), cell(&rook.to)) else { continue };
                let index = self.rook_homes.iter().position(|&h| h == from).unwrap_or_default();
                castling.rooks.push((index, from, to));
                castling.empty |= L::Set::collect(rook.via.iter().filter_map(cell)) | L::Set::of(to);
                castling.needs |= 1 << (4 * color as u8 + 1 + index as u8);
            }
            self.castlings.push(castling);
        }
        // Without the king's right its rooks' are worth nothing: positions that differ only in them must be equal.
        self.rights_kept[king_home] &= !(15 << (4 * color as u8));
        for (i, &rook) in self.rook_homes.iter().enumerate() {
            self.rights_kept[rook] &= !(1 << (4 * color as u8 + 1 + i as u8));
        }
    }
}

impl Keys {
    fn new(kinds: usize) -> Keys {
        let mut stream = SplitMix(0x6865_7866_6f72_6765);
        let mut map = |n: usize| {
            let mut keys = CellMap::new::<crate::bits::B256>(0);
            for bit in 0..n {
                keys[Cell(bit as u8)] = stream.next();
            }
            keys
        };
        let men = [(); 2].map(|()| (0..kinds).map(|_| map(256)).collect());
        let open = map(256);
        Keys { men, open, black_to_move: stream.next(), rights: std::array::from_fn(|_| stream.next()) }
    }
}
