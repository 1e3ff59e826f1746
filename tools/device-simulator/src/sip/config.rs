//! baresip's configuration for one panel.

use std::path::Path;

/// What differs between two panels.
#[derive(Debug)]
pub struct PhoneConfig<'a> {
    /// Where baresip writes what it hears.
    pub heard: &'a Path,
    pub control_port: u16,
    /// First and last port of sound and picture.
    pub media: (u16, u16),
    /// Everything goes over loopback, since the edge is on this machine.
    pub loopback: bool,
    /// The tone by which this panel is known, in Hz.
    pub tone: u32,
}

/// The file `config`. A picture of 320 x 240 at 5 a second costs next to nothing.
///
/// The tone comes from `ausine`, which has no end (`aufile` hangs up at the end of its file) but
/// only 48 kHz and two channels; baresip converts it. `sndfile` writes what is heard, packet by packet.
pub fn text(config: &PhoneConfig<'_>) -> String {
    let PhoneConfig { heard, control_port, media: (first, last), loopback, tone } = config;
    let (listen, interface) = if *loopback { ("127.0.0.1:0", "net_interface 127.0.0.1\n") } else { ("0.0.0.0:0", "") };
    let heard = heard.display();
    format!(
        "poll_method epoll
sip_listen {listen}
{interface}call_local_timeout 120
call_max_calls 1
audio_player aubridge,nobody
audio_source ausine,{tone}
audio_alert aubridge,nobody
ausrc_srate 48000
ausrc_channels 2
auplay_srate 8000
auplay_channels 1
video_source fakevideo
video_display fakevideo
video_size 320x240
video_fps 5
video_bitrate 128000
rtp_ports {first}-{last}
rtcp_mux no
jitter_buffer_delay 5-10
statmode_default off
ringback_disabled yes
menu_bell no
snd_path {heard}
module_path /usr/lib/baresip/modules
module g711.so
module ausine.so
module aubridge.so
module sndfile.so
module avcodec.so
module fakevideo.so
module uuid.so
module_tmp account.so
module_app menu.so
module_app ctrl_tcp.so
ctrl_tcp_listen 127.0.0.1:{control_port}
"
    )
}

/// A tone for each panel, from 520 to 1480 Hz, away from the platform's own sounds.
pub fn tone_of(index: u64) -> u32 {
    const TONES: u64 = 13;
    520 + 80 * u32::try_from(index % TONES).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(loopback: bool) -> String {
        let heard = Path::new("/state/b4d0c1/sip/heard");
        text(&PhoneConfig { heard, control_port: 18100, media: (22000, 22199), loopback, tone: 600 })
    }

    #[test]
    fn a_phone_of_a_loopback_edge_stays_on_loopback() {
        assert!(config(true).contains("sip_listen 127.0.0.1:0\nnet_interface 127.0.0.1\n"));
        assert!(!config(false).contains("net_interface"));
    }

    #[test]
    fn a_phone_is_controlled_on_loopback_only() {
        for loopback in [true, false] {
            assert!(config(loopback).contains("ctrl_tcp_listen 127.0.0.1:18100\n"));
        }
    }

    #[test]
    fn tones_of_panels_differ_from_the_platforms_sounds() {
        for index in 0..100 {
            let tone = tone_of(index);
            assert!((520..=1480).contains(&tone) && tone.is_multiple_of(10));
        }
        assert_ne!(tone_of(0), tone_of(1));
    }
}
