//! From one sampling rate to another, piece by piece: a low-pass filter of a windowed sinc, looked up in a table.
use std::f64::consts::PI;

/// Zero crossings of the sinc on each side.
const CROSSINGS: f64 = 16.0;
/// Positions between two input samples.
const PHASES: usize = 256;
/// Of the lower of the two rates' bands: what is left out of it keeps tones above the band from being heard below it.
const PASSBAND: f64 = 0.92;

pub struct Resampler {
    input_rate: u32,
    output_rate: u32,
    /// Input samples on each side of an output sample that count.
    reach: usize,
    /// For each phase `2 * reach` factors.
    kernel: Vec<f32>,
    /// Input that is still needed, with silence before its beginning; `start` is the position of the first.
    input: Vec<f32>,
    start: i64,
    received: u64,
    output: Vec<f32>,
}

impl Resampler {
    pub fn new(input_rate: u32, output_rate: u32) -> Resampler {
        let cutoff = PASSBAND * (f64::from(output_rate) / f64::from(input_rate)).min(1.0);
        let reach = (CROSSINGS / cutoff).ceil() as usize;
        Resampler {
            input_rate,
            output_rate,
            reach,
            kernel: kernel(reach, cutoff),
            input: vec![0.0; reach],
            start: -(reach as i64),
            received: 0,
            output: Vec::new(),
        }
    }

    pub fn input_rate(&self) -> u32 {
        self.input_rate
    }

    pub fn output_len(&self) -> usize {
        self.output.len()
    }

    pub fn push(&mut self, samples: &[f32]) {
        self.received += samples.len() as u64;
        self.input.extend_from_slice(samples);
        self.make(u64::MAX);
    }

    /// Exactly as long as the input was.
    pub fn finish(mut self) -> Vec<f32> {
        let length = self.received * u64::from(self.output_rate) / u64::from(self.input_rate);
        self.input.extend(std::iter::repeat_n(0.0, self.reach + 1));
        self.make(length);
        self.output
    }

    /// Output for all input that is known on both sides, up to `length` samples in all.
    fn make(&mut self, length: u64) {
        while (self.output.len() as u64) < length {
            let position = self.output.len() as u64 * u64::from(self.input_rate);
            let (whole, rest) = ((position / u64::from(self.output_rate)) as i64, position % u64::from(self.output_rate));
            let first = (whole - self.reach as i64 + 1 - self.start) as usize;
            let Some(window) = self.input.get(first..first + 2 * self.reach) else { break };
            let phase = (rest * PHASES as u64 / u64::from(self.output_rate)) as usize;
            let factors = &self.kernel[phase * 2 * self.reach..(phase + 1) * 2 * self.reach];
            self.output.push(window.iter().zip(factors).map(|(sample, factor)| sample * factor).sum());
        }
        let next = (self.output.len() as u64 * u64::from(self.input_rate) / u64::from(self.output_rate)) as i64;
        let unneeded = (next - self.reach as i64 + 1 - self.start).clamp(0, self.input.len() as i64);
        self.input.drain(..unneeded as usize);
        self.start += unneeded;
    }
}

/// Each phase sums to one, so that a constant stays what it is.
fn kernel(reach: usize, cutoff: f64) -> Vec<f32> {
    let mut kernel = Vec::with_capacity(PHASES * 2 * reach);
    for phase in 0..PHASES {
        let offset = phase as f64 / PHASES as f64;
        let factors: Vec<f64> = (0..2 * reach).map(|tap| factor(tap as f64 - (reach as f64 - 1.0) - offset, reach as f64, cutoff)).collect();
        let sum: f64 = factors.iter().sum();
        kernel.extend(factors.into_iter().map(|factor| (factor / sum) as f32));
    }
    kernel
}

/// Of an input sample at a distance from the output sample.
fn factor(distance: f64, reach: f64, cutoff: f64) -> f64 {
    let x = distance * cutoff;
    let sinc = if x.abs() < 1e-9 { 1.0 } else { (PI * x).sin() / (PI * x) };
    let window = if distance.abs() >= reach { 0.0 } else { 0.5 + 0.5 * (PI * distance / reach).cos() };
    sinc * window
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tone(rate: u32, frequency: f64, seconds: f64) -> Vec<f32> {
        (0..(f64::from(rate) * seconds) as usize).map(|at| (2.0 * PI * frequency * at as f64 / f64::from(rate)).sin() as f32).collect()
    }

    fn resampled(rate: u32, samples: &[f32], piece: usize) -> Vec<f32> {
        let mut resampler = Resampler::new(rate, 16_000);
        samples.chunks(piece).for_each(|piece| resampler.push(piece));
        resampler.finish()
    }

    fn level(samples: &[f32]) -> f32 {
        let middle = &samples[samples.len() / 4..samples.len() * 3 / 4];
        (middle.iter().map(|sample| sample * sample).sum::<f32>() / middle.len() as f32).sqrt()
    }

    #[test]
    fn a_tone_stays_the_same_tone_at_every_rate_and_in_pieces_of_every_size() {
        for rate in [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000] {
            let whole = resampled(rate, &tone(rate, 440.0, 0.5), usize::MAX);
            assert!((7_999..=8_000).contains(&whole.len()), "{rate}: {}", whole.len());
            assert_eq!(whole, resampled(rate, &tone(rate, 440.0, 0.5), 7), "{rate}");
            let wanted = tone(16_000, 440.0, 0.5);
            let difference: Vec<f32> = whole.iter().zip(wanted).map(|(is, should)| is - should).collect();
            assert!(level(&difference) < 0.02, "{rate}: {}", level(&difference));
        }
    }

    #[test]
    fn what_is_above_the_band_is_not_heard_below_it() {
        assert!(level(&resampled(48_000, &tone(48_000, 11_000.0, 0.5), usize::MAX)) < 0.01);
        assert!(level(&resampled(48_000, &tone(48_000, 3_000.0, 0.5), usize::MAX)) > 0.69);
    }
}
