//! Codes of puzzles and positions. The bytes get a valid checksum in front, so
//! they get past the check. What decodes is encoded to the same code again.
#![no_main]

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|stream: &[u8]| {
    if let Ok(text) = std::str::from_utf8(stream) {
        let _ = play::decode(text);
    }
    let bytes: Vec<u8> = crc24(stream).into_iter().chain(stream.iter().copied()).collect();
    for version in ['1', '2'] {
        let code = format!("{version}{}", URL_SAFE_NO_PAD.encode(&bytes));
        let Ok(decoded) = play::decode(&code) else { continue };
        let again = play::encode(&*decoded.puzzle, decoded.position.as_ref()).expect("it had a code");
        let again = play::decode(&again).expect("what was encoded decodes");
        assert_eq!(again.puzzle.write_json(), decoded.puzzle.write_json());
        assert_eq!(again.position, decoded.position);
    }
});

fn crc24(bytes: &[u8]) -> [u8; 3] {
    let mut crc: u32 = 0x00b7_04ce;
    for &byte in bytes {
        crc ^= u32::from(byte) << 16;
        for _ in 0..8 {
            crc = if crc & 0x0080_0000 == 0 { crc << 1 } else { crc << 1 ^ 0x0186_4cfb };
        }
    }
    let [_, bytes @ ..] = crc.to_be_bytes();
    bytes
}
