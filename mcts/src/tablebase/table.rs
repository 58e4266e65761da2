//! A finished table in memory: one byte a position where its values are few enough, else two.

use super::ending::Values;
use super::index::{Cells, Index};
use super::material::Material;
use super::state::State;
use hexcore::Color;
use std::sync::Arc;

/// Every value of one ending.
#[derive(Debug)]
pub struct Table {
    pub(crate) material: Material,
    pub(crate) index: Arc<Index>,
    /// For White and for Black to move.
    pub(crate) sides: [Codes; 2],
    /// The states that occur; codes are places in it.
    pub(crate) palette: Vec<State>,
}

/// The values for one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Codes {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

impl Codes {
    #[inline(always)]
    fn get(&self, number: usize) -> usize {
        match self {
            Codes::Bytes(codes) => codes[number] as usize,
            Codes::Words(codes) => codes[number] as usize,
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Codes::Bytes(codes) => codes.len(),
            Codes::Words(codes) => codes.len(),
        }
    }
}

impl Table {
    /// Packs the states of both sides to move.
    pub(crate) fn pack(material: Material, index: Arc<Index>, sides: [Vec<State>; 2]) -> Table {
        let mut seen = vec![false; 1 << 16];
        for state in sides.iter().flatten() {
            seen[state.0 as usize] = true;
        }
        let palette: Vec<State> = (0..=u16::MAX).filter(|&s| seen[s as usize]).map(State).collect();
        let mut codes = vec![0u16; 1 << 16];
        for (code, state) in palette.iter().enumerate() {
            codes[state.0 as usize] = code as u16;
        }
        let narrow = palette.len() <= 256;
        let pack = |states: Vec<State>| match narrow {
            true => Codes::Bytes(states.into_iter().map(|s| codes[s.0 as usize] as u8).collect()),
            false => Codes::Words(states.into_iter().map(|s| codes[s.0 as usize]).collect()),
        };
        Table { material, index, sides: sides.map(pack), palette }
    }

    /// The ending.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// Bytes it takes up.
    pub fn bytes(&self) -> usize {
        let side = |codes: &Codes| match codes {
            Codes::Bytes(codes) => codes.len(),
            Codes::Words(codes) => 2 * codes.len(),
        };
        self.sides.iter().map(side).sum()
    }

    /// The state of the men on these cells.
    #[inline]
    pub(crate) fn state(&self, cells: &Cells, side: Color) -> State {
        match self.index.encode(cells) {
            Some(number) => self.get(side, number),
            None => State::ILLEGAL,
        }
    }
}

impl Values for Table {
    #[inline(always)]
    fn get(&self, side: Color, number: usize) -> State {
        self.palette[self.sides[side.index()].get(number)]
    }
}
