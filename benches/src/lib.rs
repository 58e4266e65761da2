//! Speed of move generation, search and nets; the measurements are in `benches/`.
