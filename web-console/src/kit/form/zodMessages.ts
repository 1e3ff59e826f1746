import { z } from 'zod'
import { issue } from './issue'

/** The catalogue's words for what zod finds by itself, without a message in the schema. */
export function installCatalogueMessages(): void {
  // Compiled checks would need `unsafe-eval`, which the gateway's content policy refuses.
  z.config({ jitless: true, customError: (raw) => messageOf(raw) })
}

interface RawIssue {
  code: string
  input?: unknown
  minimum?: number | bigint
  maximum?: number | bigint
  origin?: string
  format?: string
}

function messageOf(raw: RawIssue): string {
  const { code, input, origin } = raw
  const isText = origin === 'string'
  if (input === null || input === undefined || input === '') return issue('required')
  if (code === 'too_small') {
    const min = Number(raw.minimum)
    if (origin === 'array') return issue('not_empty')
    return isText ? issue('min_length', { min }) : issue('at_least', { min })
  }
  if (code === 'too_big') {
    const max = Number(raw.maximum)
    return isText ? issue('max_length', { max }) : issue('at_most', { max })
  }
  if (code === 'invalid_format' && raw.format === 'email') return issue('email')
  if (code === 'invalid_value') return issue('option')
  return issue('invalid')
}
