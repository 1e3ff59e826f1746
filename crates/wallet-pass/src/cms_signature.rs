//! A detached signature of a manifest: CMS SignedData (RFC 5652) with SHA-256, and the signed attributes contentType, messageDigest
//! and signingTime. The crate `cms` has the structures; its feature `builder` would bring the crate `rsa` (RUSTSEC-2023-0071).
use cms::cert::x509::Certificate;
use cms::cert::x509::attr::{Attribute, Attributes};
use cms::cert::x509::der::asn1::{Any, ObjectIdentifier, OctetString, SetOfVec, UtcTime};
use cms::cert::x509::der::{self, Decode, Encode};
use cms::cert::x509::spki::AlgorithmIdentifierOwned;
use cms::cert::{CertificateChoices, IssuerAndSerialNumber};
use cms::content_info::{CmsVersion, ContentInfo};
use cms::signed_data::{CertificateSet, EncapsulatedContentInfo, SignedData, SignerIdentifier, SignerInfo, SignerInfos};
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, UnparsedPublicKey};
use time::OffsetDateTime;

use crate::certificate::{PassSigner, public_key};

const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
const DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.1");
const SHA_256: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1");
const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
const CONTENT_TYPE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");
const SIGNING_TIME: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.5");
/// NULL.
const NO_PARAMETERS: &[u8] = &[5, 0];

impl PassSigner {
    /// DER.
    pub(crate) fn sign(&self, content: &[u8], at: OffsetDateTime) -> der::Result<Vec<u8>> {
        let signed_attributes = attributes(content, at)?;
        let mut signature = vec![0; self.key.public().modulus_len()];
        let signed = signed_attributes.to_der()?;
        self.key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), &signed, &mut signature).expect("a key of 2,048 bits signs a hash of 32 bytes");

        let own = &self.certificate.certificate.tbs_certificate;
        let sha_256 = AlgorithmIdentifierOwned { oid: SHA_256, parameters: None };
        let signer = SignerInfo {
            version: CmsVersion::V1,
            sid: SignerIdentifier::IssuerAndSerialNumber(IssuerAndSerialNumber {
                issuer: own.issuer.clone(),
                serial_number: own.serial_number.clone(),
            }),
            digest_alg: sha_256.clone(),
            signed_attrs: Some(signed_attributes),
            signature_algorithm: AlgorithmIdentifierOwned { oid: RSA, parameters: Some(Any::from_der(NO_PARAMETERS)?) },
            signature: OctetString::new(signature)?,
            unsigned_attrs: None,
        };
        let certificates = [&self.certificate.certificate, &self.certificate.intermediate].map(|one| CertificateChoices::Certificate(one.clone()));
        let data = SignedData {
            version: CmsVersion::V1,
            digest_algorithms: SetOfVec::try_from(vec![sha_256])?,
            encap_content_info: EncapsulatedContentInfo { econtent_type: DATA, econtent: None },
            certificates: Some(CertificateSet(SetOfVec::try_from(certificates.to_vec())?)),
            crls: None,
            signer_infos: SignerInfos(SetOfVec::try_from(vec![signer])?),
        };
        ContentInfo { content_type: SIGNED_DATA, content: Any::from_der(&data.to_der()?)? }.to_der()
    }
}

fn attributes(content: &[u8], at: OffsetDateTime) -> der::Result<Attributes> {
    let attribute = |oid, value: Any| -> der::Result<Attribute> { Ok(Attribute { oid, values: SetOfVec::try_from(vec![value])? }) };
    let seconds = u64::try_from(at.unix_timestamp()).unwrap_or_default();
    let time = UtcTime::from_unix_duration(std::time::Duration::from_secs(seconds))?;
    let attributes = vec![
        attribute(CONTENT_TYPE, Any::encode_from(&DATA)?)?,
        attribute(SIGNING_TIME, Any::encode_from(&time)?)?,
        attribute(MESSAGE_DIGEST, Any::encode_from(&OctetString::new(digest(&SHA256, content).as_ref())?)?)?,
    ];
    SetOfVec::try_from(attributes)
}

/// The certificates of a signature whose signer has signed the content: that of the signer first. None where the content was not
/// signed by it.
pub(crate) fn verified_certificates(signature: &[u8], content: &[u8]) -> Option<Vec<Certificate>> {
    let info = ContentInfo::from_der(signature).ok()?;
    if info.content_type != SIGNED_DATA {
        return None;
    }
    let data = SignedData::from_der(&info.content.to_der().ok()?).ok()?;
    let [signer] = data.signer_infos.0.as_slice() else { return None };
    let attributes = signer.signed_attrs.as_ref()?;
    let value = |oid| attributes.iter().find(|attribute| attribute.oid == oid).and_then(|attribute| attribute.values.get(0));
    let stated = value(MESSAGE_DIGEST)?.decode_as::<OctetString>().ok()?;
    if stated.as_bytes() != digest(&SHA256, content).as_ref() || value(CONTENT_TYPE)?.decode_as::<ObjectIdentifier>().ok()? != DATA {
        return None;
    }
    let SignerIdentifier::IssuerAndSerialNumber(id) = &signer.sid else { return None };
    let is_signers = |one: &Certificate| one.tbs_certificate.issuer == id.issuer && one.tbs_certificate.serial_number == id.serial_number;
    let mut certificates: Vec<Certificate> = data.certificates?.0.iter().filter_map(certificate).cloned().collect();
    let position = certificates.iter().position(is_signers)?;
    certificates.swap(0, position);
    let key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, public_key(&certificates[0]));
    key.verify(&attributes.to_der().ok()?, signer.signature.as_bytes()).ok()?;
    Some(certificates)
}

fn certificate(choice: &CertificateChoices) -> Option<&Certificate> {
    match choice {
        CertificateChoices::Certificate(certificate) => Some(certificate),
        CertificateChoices::Other(_) => None,
    }
}
