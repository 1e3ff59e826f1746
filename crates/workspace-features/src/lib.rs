//! No code: its manifest makes outside crates have the same features in every build (tools/delivery/features.py).
