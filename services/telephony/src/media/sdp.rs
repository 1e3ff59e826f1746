//! Session descriptions, line by line: no more is understood than is needed.

use std::net::SocketAddr;

/// The answer of a peer that is not there, so that the caller of a queue is answered before anybody is: rtpengine
/// plays to the caller, and what the caller sends goes nowhere (port 9 of this host; 0.0.0.0 would reach the caller).
pub fn silent_answer(offer: &str) -> String {
    let kept = |line: &&str| ["v=", "o=", "s=", "t=", "m=", "a=rtpmap", "a=fmtp"].iter().any(|start| line.starts_with(start));
    let mut lines = Vec::new();
    for line in offer.lines().filter(kept) {
        if line.starts_with("m=") {
            lines.push(with_port(line, "9"));
            lines.push("c=IN IP4 127.0.0.1".into());
        } else {
            lines.push(line.into());
        }
    }
    join(&lines)
}

/// The offer of the platform itself, which hears at `address` what phones say.
pub fn platform_offer(address: SocketAddr) -> String {
    let (ip, port) = (address.ip(), address.port());
    let family = if ip.is_ipv4() { "IP4" } else { "IP6" };
    let lines = [
        "v=0".to_string(),
        format!("o=- 1 1 IN {family} {ip}"),
        "s=-".into(),
        format!("c=IN {family} {ip}"),
        "t=0 0".into(),
        format!("m=audio {port} RTP/AVP 8 0 101"),
        "a=rtpmap:8 PCMA/8000".into(),
        "a=rtpmap:0 PCMU/8000".into(),
        "a=rtpmap:101 telephone-event/8000".into(),
        "a=fmtp:101 0-15".into(),
        "a=sendrecv".into(),
    ];
    join(&lines)
}

/// The port of its sound; None where it has none or has refused it.
pub fn audio_port(sdp: &str) -> Option<u16> {
    let media = sdp.lines().find_map(|line| line.strip_prefix("m=audio "))?;
    media.split(' ').next()?.parse().ok().filter(|port| *port != 0)
}

/// What a leg said of itself, as an answer to `offer`: its media in the order of the offer's, those it has not refused,
/// and each in a direction that answers the offer's.
pub fn align(mine: &str, offer: &str) -> String {
    let (mut lines, mut media) = sections(mine);
    for wanted in sections(offer).1 {
        match media.iter().position(|section| kind(&section[0]) == kind(&wanted[0])) {
            Some(place) => lines.extend(in_direction(media.remove(place), &wanted)),
            None => lines.push(with_port(&wanted[0], "0")),
        }
    }
    join(&lines)
}

const DIRECTIONS: [&str; 4] = ["a=sendrecv", "a=sendonly", "a=recvonly", "a=inactive"];

/// A browser refuses an answer that sends what it did not ask for (RFC 3264, 6.1). What the leg said itself stays where
/// the offer leaves it free.
fn in_direction(section: Vec<String>, offered: &[String]) -> Vec<String> {
    let direction = match offered.iter().find(|line| DIRECTIONS.contains(&line.as_str())).map(String::as_str) {
        Some("a=recvonly") => "a=sendonly",
        Some("a=sendonly") => "a=recvonly",
        Some("a=inactive") => "a=inactive",
        _ => return section,
    };
    section.into_iter().filter(|line| !DIRECTIONS.contains(&line.as_str())).chain([direction.to_string()]).collect()
}

/// Whether it has a picture that is not refused.
pub fn has_video(sdp: &str) -> bool {
    sdp.lines().any(|line| line.starts_with("m=video ") && line.split(' ').nth(1) != Some("0"))
}

fn sections(sdp: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let (mut head, mut media): (Vec<String>, Vec<Vec<String>>) = (Vec::new(), Vec::new());
    for line in sdp.lines() {
        if line.starts_with("m=") {
            media.push(vec![line.into()]);
        } else if let Some(section) = media.last_mut() {
            section.push(line.into());
        } else {
            head.push(line.into());
        }
    }
    (head, media)
}

fn kind(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}

fn with_port(line: &str, port: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if let Some(word) = words.get_mut(1) {
        *word = port;
    }
    words.join(" ")
}

fn join(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line.as_str(), "\r\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PANEL: &str = "v=0\r\no=- 1 1 IN IP4 10.0.0.1\r\ns=-\r\nc=IN IP4 10.0.0.1\r\nt=0 0\r\n\
        m=audio 4000 RTP/AVP 8 101\r\na=rtpmap:8 PCMA/8000\r\na=sendrecv\r\n\
        m=video 4002 RTP/AVP 99\r\na=rtpmap:99 H264/90000\r\n";

    #[test]
    fn the_peer_of_a_queue_takes_every_medium_and_is_nowhere() {
        let answer = silent_answer(PANEL);
        assert!(answer.contains("m=audio 9 RTP/AVP 8 101\r\nc=IN IP4 127.0.0.1\r\na=rtpmap:8 PCMA/8000\r\n"));
        assert!(answer.contains("m=video 9 RTP/AVP 99\r\n"));
        assert!(!answer.contains("10.0.0.1\r\nt="), "{answer}");
    }

    #[test]
    fn the_platform_offers_sound_and_keys_at_its_address() {
        let offer = platform_offer("10.0.0.7:5071".parse().unwrap());
        assert!(offer.contains("c=IN IP4 10.0.0.7\r\n") && offer.contains("m=audio 5071 RTP/AVP 8 0 101\r\n"));
        assert!(platform_offer("[fd12::7]:5071".parse().unwrap()).contains("c=IN IP6 fd12::7\r\n"));
        assert_eq!(audio_port(&offer), Some(5071));
        assert_eq!(audio_port("v=0\r\nm=audio 0 RTP/AVP 8\r\n"), None);
        assert_eq!(audio_port("v=0\r\nm=audio x\r\n"), None);
    }

    #[test]
    fn media_are_put_in_the_order_of_the_offer() {
        let offer = "v=0\r\nm=video 1 RTP/SAVPF 99\r\na=x\r\nm=audio 2 RTP/SAVPF 8\r\n";
        let aligned = align(PANEL, offer);
        assert!(aligned.find("m=video 4002").unwrap() < aligned.find("m=audio 4000").unwrap());
        assert!(aligned.starts_with("v=0\r\no=- 1 1"));
    }

    #[test]
    fn a_medium_that_a_leg_has_not_is_refused_and_one_that_is_not_asked_for_left_out() {
        let offer = "v=0\r\nm=audio 2 RTP/SAVPF 8\r\nm=application 3 UDP/DTLS/SCTP webrtc-datachannel\r\n";
        let aligned = align(PANEL, offer);
        assert!(aligned.contains("m=application 0 UDP/DTLS/SCTP webrtc-datachannel\r\n"));
        assert!(!aligned.contains("m=video"));
    }

    #[test]
    fn an_answer_sends_what_was_asked_for_and_no_more() {
        for (offered, answered) in [("recvonly", "sendonly"), ("sendonly", "recvonly"), ("inactive", "inactive"), ("sendrecv", "sendrecv")] {
            let aligned = align(PANEL, &format!("v=0\r\nm=audio 2 RTP/SAVPF 8\r\na={offered}\r\n"));
            let directions: Vec<&str> = aligned.lines().filter(|line| DIRECTIONS.contains(line)).collect();
            assert_eq!(directions, [format!("a={answered}")], "{offered}");
        }
    }

    #[test]
    fn a_refused_picture_is_none() {
        assert!(has_video(PANEL));
        assert!(!has_video("v=0\r\nm=video 0 RTP/AVP 99\r\n"));
        assert!(!has_video("v=0\r\nm=audio 4000 RTP/AVP 8\r\n"));
    }

    #[test]
    fn nonsense_is_no_panic() {
        for text in ["", "m=", "m=audio", "\r\n\r\n", "m=video"] {
            silent_answer(text);
            align(text, text);
            has_video(text);
        }
    }
}
