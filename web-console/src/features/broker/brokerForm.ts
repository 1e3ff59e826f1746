import { z } from 'zod'
import { issue } from '@/kit/form'

/** What the server takes of a certificate, a key and an authority. */
const MAX_PEM = 32 * 1024
const CERTIFICATE = /-----BEGIN CERTIFICATE-----/
const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/

const pem = (kind: RegExp) => z.string().max(MAX_PEM).regex(kind, issue('required'))

export const brokerSchema = z.object({
  url: z
    .string()
    .trim()
    .max(255)
    .regex(/^mqtts:\/\/[^\s/@?#]+\/?$/, issue('invalid')),
  login: z.string().trim().min(1).max(255),
  password: z.string().max(255),
  manages_users: z.boolean(),
  certificate: pem(CERTIFICATE),
  private_key: pem(KEY),
  authority: z.union([z.literal(''), pem(CERTIFICATE)]),
})

export type BrokerForm = z.input<typeof brokerSchema>

/** A key is a file of the form, so that it never stands in an address or a log. */
export const toBrokerParts = ({ private_key: key, ...values }: z.output<typeof brokerSchema>) => ({
  ...values,
  private_key: new File([key], 'key.pem', { type: 'application/x-pem-file' }),
})
