//! The container of a .glb: a head, a chunk of JSON, a chunk of bytes (glTF 2.0, section 4).

use std::io::{self, Write};

const MAGIC: u32 = 0x4654_6C67;
const VERSION: u32 = 2;
const JSON: u32 = 0x4E4F_534A;
const BIN: u32 = 0x004E_4942;
/// Chunks begin at multiples of this.
const ALIGNMENT: usize = 4;

/// Writes both chunks.
pub(super) fn write(json: &[u8], bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let padded = |length: usize| length.next_multiple_of(ALIGNMENT);
    let whole = 12 + 8 + padded(json.len()) + 8 + padded(bytes.len());
    let whole = u32::try_from(whole).map_err(|_| {
        io::Error::other("a .glb holds at most 4 GiB; cut the clip or lower its rate")
    })?;
    for word in [MAGIC, VERSION, whole] {
        out.write_all(&word.to_le_bytes())?;
    }
    // JSON ends with spaces, bytes with zeros.
    for (kind, chunk, filler) in [(JSON, json, b' '), (BIN, bytes, 0)] {
        let length = padded(chunk.len());
        out.write_all(&(length as u32).to_le_bytes())?;
        out.write_all(&kind.to_le_bytes())?;
        out.write_all(chunk)?;
        out.write_all(&[filler; ALIGNMENT][..length - chunk.len()])?;
    }
    Ok(())
}

/// Both chunks of a file, or what is wrong with it.
pub(super) fn read(file: &[u8]) -> Result<(&[u8], &[u8]), String> {
    let word = |at: usize| -> Option<u32> {
        let bytes = file.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    };
    if [word(0), word(4), word(8)] != [Some(MAGIC), Some(VERSION), u32::try_from(file.len()).ok()] {
        return Err("is no .glb of version 2, or not whole".to_owned());
    }
    let chunk = |at: usize, kind: u32| -> Option<&[u8]> {
        let length = word(at)? as usize;
        (word(at + 4)? == kind).then_some(())?;
        file.get(at + 8..(at + 8).checked_add(length)?)
    };
    let json = chunk(12, JSON).ok_or("has no chunk of JSON")?;
    let bytes = chunk(20 + json.len(), BIN).ok_or("has no chunk of bytes")?;
    Ok((json, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_come_back_padded_to_fours() {
        let mut file = Vec::new();
        write(b"{ }", &[1, 2, 3, 4, 5], &mut file).unwrap();
        assert_eq!(file.len() % 4, 0);
        assert_eq!(
            read(&file).unwrap(),
            (&b"{ } "[..], &[1, 2, 3, 4, 5, 0, 0, 0][..])
        );
    }

    #[test]
    fn a_file_cut_short_or_spoilt_is_refused() {
        let mut file = Vec::new();
        write(b"{}", &[1, 2, 3, 4], &mut file).unwrap();
        for length in 0..file.len() {
            assert!(read(&file[..length]).is_err());
        }
        for at in 0..20 {
            let mut spoilt = file.clone();
            spoilt[at] ^= 0xFF;
            assert!(read(&spoilt).is_err(), "byte {at}");
        }
    }
}
