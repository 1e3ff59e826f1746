/** The part of OpenAPI 3.0 that the gateway's document uses. */
export interface Schema {
  $ref?: string
  type?: string
  format?: string
  description?: string
  nullable?: boolean
  enum?: (string | number)[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  minimum?: number
  maximum?: number
  maxLength?: number
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

type Content = Record<string, { schema: Schema }>

interface RawOperation {
  operationId: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
  security?: unknown[]
  'x-permissions'?: string[]
}

export interface OpenApi {
  info: { title: string; version: string }
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, RawOperation>>
  components: { schemas: Record<string, Schema> }
}

/** What is sent or answered: its media type and its shape. */
export interface Body {
  type: string
  schema: Schema
}

export interface Operation {
  id: string
  method: string
  path: string
  tag: string
  description: string
  parameters: Parameter[]
  body?: Body
  answer?: Body
  /** Whether it is answered to everybody, without signing in. */
  isOpen: boolean
  /** The caller's role needs one of them; none: whoever is signed in may call. */
  permissions: string[]
}

export interface Tag {
  name: string
  description: string
  operations: Operation[]
}

export interface Reference {
  title: string
  version: string
  tags: Tag[]
  schemas: Record<string, Schema>
}

/** Reading before writing, as people learn an entity. */
const METHODS = ['get', 'put', 'post', 'patch', 'delete']

export function readDocument(document: OpenApi): Reference {
  const tags = new Map<string, Tag>()
  for (const { name, description = '' } of document.tags ?? [])
    tags.set(name, { name, description, operations: [] })
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, raw] of Object.entries(methods)) {
      const operation = readOperation(path, method, raw)
      const known = tags.get(operation.tag)
      if (known) known.operations.push(operation)
      else
        tags.set(operation.tag, { name: operation.tag, description: '', operations: [operation] })
    }
  }
  const order = ({ path, method }: Operation) => `${path} ${METHODS.indexOf(method.toLowerCase())}`
  for (const tag of tags.values())
    tag.operations.sort((a, b) => order(a).localeCompare(order(b), 'en'))
  return {
    title: document.info.title,
    version: document.info.version,
    tags: [...tags.values()]
      .filter(({ operations }) => operations.length > 0)
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    schemas: document.components.schemas,
  }
}

function readOperation(path: string, method: string, raw: RawOperation): Operation {
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    tag: raw.tags[0] ?? '',
    description: raw.description ?? '',
    parameters: raw.parameters ?? [],
    body: bodyOf(raw.requestBody?.content),
    answer: bodyOf(raw.responses['200']?.content),
    isOpen: raw.security?.length === 0,
    permissions: raw['x-permissions'] ?? [],
  }
}

function bodyOf(content: Content | undefined): Body | undefined {
  const [first] = Object.entries(content ?? {})
  return first && { type: first[0], schema: first[1].schema }
}

/** Words that are all in an operation's name, path, tag or description, in any order; names and paths first. */
export function findOperations({ tags }: Reference, text: string): Operation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const name = ({ id, method, path, tag }: Operation) =>
    `${method} ${path} ${id} ${tag}`.toLowerCase()
  const has = (haystack: string) => words.every((word) => haystack.includes(word))
  const all = tags.flatMap(({ operations }) => operations)
  const byName = all.filter((operation) => has(name(operation)))
  const byText = all.filter(
    (operation) =>
      !byName.includes(operation) &&
      has(`${name(operation)} ${operation.description.toLowerCase()}`),
  )
  return [...byName, ...byText]
}

/** A schema without its reference, and the name that it is known by. */
export function resolve(
  schema: Schema,
  schemas: Record<string, Schema>,
): { name: string; schema: Schema } {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref
  if (!reference) return { name: '', schema }
  const name = reference.split('/').pop() ?? ''
  return { name, schema: schemas[name] ?? {} }
}
