import { resolve, type Operation, type Schema } from './document'

/** Fields of an example, at most: it shows the form, the table beside it shows all. */
const MAX_FIELDS = 8
const MAX_DEPTH = 2
/** What the platform writes itself. */
const READ_ONLY = /^(id|created_at|updated_at|created_by_user)$/

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A value of a schema, as a caller would write it. */
export function sample(schema: Schema, schemas: Record<string, Schema>, depth = 0): Json {
  const resolved = resolve(schema, schemas)
  const { type, format, items, properties, additionalProperties } = resolved.schema
  const [choice] = resolved.schema.enum ?? []
  if (choice !== undefined) return choice
  if (type === 'array') return depth < MAX_DEPTH && items ? [sample(items, schemas, depth + 1)] : []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, resolved.schema.minimum ?? 1)
  if (type === 'string') return text(format)
  if (/^Ref(Input)?$/.test(resolved.name)) return { id: 1 }
  if (!properties) return additionalProperties ? { key: 'value' } : {}
  if (depth >= MAX_DEPTH) return {}
  const isWritten = ([name, { description = '' }]: [string, Schema]) =>
    !READ_ONLY.test(name) && !/for reading only/i.test(description)
  const fields = Object.entries(properties).filter(isWritten).slice(0, MAX_FIELDS)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, sample(field, schemas, depth + 1)]),
  )
}

function text(format: string | undefined): string {
  if (format === 'date-time') return '2026-11-26T09:00:00Z'
  if (format === 'byte') return 'AA=='
  return 'text'
}

/** A call by curl, for a shell. */
export function curlOf(
  operation: Operation,
  schemas: Record<string, Schema>,
  origin: string,
): string {
  const { method, path, isOpen, body, answer, parameters } = operation
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address(origin, path, parameters))}`,
  ]
  if (!isOpen) lines.push('-H "Authorization: Bearer $TOKEN"')
  if (body?.type === 'multipart/form-data') {
    for (const [name, { format }] of Object.entries(
      resolve(body.schema, schemas).schema.properties ?? {},
    ))
      lines.push(`-F ${quoted(format === 'binary' ? `${name}=@file` : `${name}=1`)}`)
  } else if (body) {
    lines.push(`-H 'Content-Type: ${body.type}'`)
    lines.push(`-d ${quoted(JSON.stringify(sample(body.schema, schemas)))}`)
  }
  if (answer && answer.type !== 'application/json') lines.push('-o answer')
  return lines.join(' \\\n  ')
}

function address(origin: string, path: string, parameters: Operation['parameters']): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'id' ? '1' : `{${name}}`,
  )
  const isPaged = parameters.some(({ name }) => name === 'size')
  return `${origin}${filled}${isPaged ? '?page=1&size=20' : ''}`
}

const quoted = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`
