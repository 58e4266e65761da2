//! Input rows: one for each man, and one more for a man that is attacked.

use super::{Encoder, Frame, STATES};
use hexcore::{AttackMaps, BitSet, Kind, Layout, Position};

impl Encoder {
    #[inline]
    pub(super) fn encode_rows<L: Layout>(
        &self,
        pos: &Position<L>,
        maps: &AttackMaps<L>,
        frame: &Frame,
        rows: &mut Vec<u16>,
    ) {
        rows.clear();
        let us = pos.side();
        for (theirs, color) in [us, !us].into_iter().enumerate() {
            let (own, attacked, defended) = (pos.color(color), maps.all[(!color).index()], maps.all[color.index()]);
            for kind in (0..self.kinds).map(Kind::new) {
                let men = pos.kind(kind) & own;
                if men.is_empty() {
                    continue;
                }
                let mut add = |state: usize, men: L::Set| {
                    let base = self.row(state, theirs, kind.index()) as u16;
                    rows.extend(men.cells().map(|cell| base + frame[cell]));
                };
                add(0, men);
                let attacked = men & attacked;
                if !attacked.is_empty() {
                    let cheaper = attacked & defended & maps.cheaper(!color, kind);
                    let states: [L::Set; STATES] = [attacked & defended & !cheaper, cheaper, attacked & !defended];
                    states.into_iter().enumerate().for_each(|(i, men)| add(i + 1, men));
                }
            }
        }
    }
}
