//! What is to be seen in a picture of the window: the figure by its three colours, lines and letters by their brightness.

/// Colours, row by row from the top.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    rgb: Vec<[u8; 3]>,
}

/// A part of a picture: left, top, right, bottom (pixels).
pub(crate) type Area = [usize; 4];

impl Picture {
    /// From a PPM of 8 bits.
    pub(crate) fn from_ppm(bytes: &[u8]) -> Self {
        let mut words = bytes.splitn(4, u8::is_ascii_whitespace);
        let mut number = || std::str::from_utf8(words.next().unwrap()).unwrap();
        assert_eq!(number(), "P6");
        let (width, height) = (
            number().parse().unwrap(),
            number().split_whitespace().next().unwrap(),
        );
        let height = height.parse().unwrap();
        let rgb = bytes[bytes.len() - 3 * width * height..].chunks_exact(3);
        let rgb = rgb.map(|c| [c[0], c[1], c[2]]).collect();
        Self { width, height, rgb }
    }

    /// From a PNG that the program wrote.
    pub(crate) fn from_png(bytes: &[u8]) -> Self {
        let pixels = tiny_skia::Pixmap::decode_png(bytes).unwrap();
        let rgb = pixels.pixels().iter();
        let rgb = rgb.map(|c| [c.red(), c.green(), c.blue()]).collect();
        Self {
            width: pixels.width() as usize,
            height: pixels.height() as usize,
            rgb,
        }
    }

    /// Pixels of the figure in an area: how many are warm (its right), plaster (its middle), cool (its left), and their mean place.
    pub(crate) fn figure(&self, area: Area) -> ([usize; 3], [f64; 2]) {
        let (mut counts, mut sum) = ([0; 3], [0.0; 2]);
        for (x, y, color) in self.pixels(area) {
            if let Some(kind) = body_part(color) {
                counts[kind] += 1;
                sum = [sum[0] + x as f64, sum[1] + y as f64];
            }
        }
        let all = counts.iter().sum::<usize>().max(1) as f64;
        (counts, sum.map(|v| v / all))
    }

    /// The share of an area that is as bright as letters are on dark ground.
    pub(crate) fn bright_share(&self, area: Area) -> f64 {
        let bright = self
            .pixels(area)
            .filter(|(.., [r, g, b])| (*r).min(*g).min(*b) > 120);
        bright.count() as f64 / self.pixels(area).count().max(1) as f64
    }

    /// How many pixels of an area are other ones in another picture.
    pub(crate) fn changed(&self, other: &Self, area: Area) -> usize {
        let both = self.pixels(area).zip(other.pixels(area));
        let differ = |a: u8, b: u8| a.abs_diff(b) > 24;
        both.filter(|((.., a), (.., b))| (0..3).any(|c| differ(a[c], b[c])))
            .count()
    }

    fn pixels(
        &self,
        [left, top, right, bottom]: Area,
    ) -> impl Iterator<Item = (usize, usize, [u8; 3])> {
        let (right, bottom) = (right.min(self.width), bottom.min(self.height));
        let rows = top..bottom;
        rows.flat_map(move |y| (left..right).map(move |x| (x, y, self.rgb[y * self.width + x])))
    }
}

/// The kind of body part that has a colour: 0 warm, 1 plaster, 2 cool. Ground, lines and letters have none.
fn body_part(color: [u8; 3]) -> Option<usize> {
    let [r, g, b] = color.map(i32::from);
    if r > 120 && r - b > 50 {
        Some(0)
    } else if b > 120 && b - r > 30 && g > 90 {
        Some(2)
    } else if r > 120 && (8..=50).contains(&(r - b)) && (r - g).abs() < 30 {
        Some(1)
    } else {
        None
    }
}
