/**
 * Requests a stamp from a time-stamp authority (RFC 3161), and checks its answer before it is stored: it must be granted, cover
 * exactly the requested text and nonce, and be signed at this time by a certificate for time stamps that leads to a configured
 * one. The verifier has its own code for this, because others must not have to trust ours.
 */
import { X509Certificate, createHash } from 'node:crypto';
import { ContentInfo, SignedData, id_signedData } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  MessageImprint,
  PKIStatus,
  TSTInfo,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
  id_ct_tstInfo,
} from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { demandStamper, leadsToAnchor } from './certificates.ts';
import { signerOf } from './signer.ts';

const SHA256 = '2.16.840.1.101.3.4.2.1';
/** How far an authority's clock may be from ours. */
const CLOCKS_DIFFER_MAX_MS = 300_000;

export type Asked = { readonly text: Buffer; readonly nonce: Buffer };
export type Accepting = {
  readonly anchors: readonly X509Certificate[];
  readonly nowMs: number;
};

/** Builds a request for a text, in DER. The nonce is a positive integer of 16 bytes whose first bits are 01. */
export function timeStampRequest({ text, nonce }: Asked): Buffer {
  const request = new TimeStampReq({
    version: TimeStampReqVersion.v1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
      hashedMessage: new OctetString(sha256(text)),
    }),
    nonce: new Uint8Array(nonce).buffer,
    certReq: true,
  });
  return Buffer.from(AsnConvert.serialize(request));
}

/** Returns the authority's time in milliseconds. Throws if the answer must not be stored. */
export function acceptedTime(answer: Buffer, { text, nonce }: Asked, { anchors, nowMs }: Accepting): number {
  const { status, timeStampToken } = AsnConvert.parse(answer, TimeStampResp);
  if (status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods)
    throw new Error(`it refused: ${[...(status.statusString ?? [])].join(' ')} (status ${status.status})`);
  if (timeStampToken === undefined) throw new Error('its answer has no token');
  const { contentType, content } = AsnConvert.parse(AsnConvert.serialize(timeStampToken), ContentInfo);
  if (contentType !== id_signedData) throw new Error('its token is not signed');
  const signed = AsnConvert.parse(content, SignedData);
  const body = signed.encapContentInfo.eContent?.single;
  if (signed.encapContentInfo.eContentType !== id_ct_tstInfo || body === undefined)
    throw new Error('its token has no time');
  const info = AsnConvert.parse(body.buffer, TSTInfo);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithm !== SHA256 || !sha256(text).equals(Buffer.from(hashedMessage.buffer)))
    throw new Error('its token is for another text');
  if (info.nonce === undefined || !nonce.equals(Buffer.from(info.nonce)))
    throw new Error('its token has another nonce, so it answers another request');
  const timeMs = info.genTime.getTime();
  if (Math.abs(timeMs - nowMs) > CLOCKS_DIFFER_MAX_MS)
    throw new Error(`its clock says ${info.genTime.toISOString()}, which differs from ours`);
  const within = [...(signed.certificates ?? [])].flatMap(({ certificate }) =>
    certificate === undefined ? [] : [new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))],
  );
  const [signer, ...others] = signed.signerInfos;
  if (signer === undefined || others.length > 0) throw new Error('its token does not have one signature');
  const certificate = signerOf(signer, Buffer.from(body.buffer), within);
  demandStamper(certificate);
  if (!leadsToAnchor(certificate, { within, anchors, timeMs }))
    throw new Error('its certificate does not lead to a configured one by valid certificates');
  return timeMs;
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
