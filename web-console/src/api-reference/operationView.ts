import { h } from '../guest-page/dom'
import type { Body, Operation, Reference } from './document'
import { curlOf } from './example'
import { schemaView, typeOf } from './schemaView'
import type { Status, Texts } from './texts'

/** An operation: a line that opens to everything about it. */
export function operationView(
  operation: Operation,
  reference: Reference,
  texts: Texts,
  isOpen: boolean,
): HTMLElement {
  const { id, method, path, description } = operation
  const [first] = description.split(/(?<=\.)\s/)
  const details = h(
    'details',
    { id, class: 'operation', open: isOpen },
    h(
      'summary',
      {},
      h('span', { class: `method ${method.toLowerCase()}` }, method),
      h('h2', {}, h('code', {}, ...breakable(path))),
      h('small', {}, first || nameOf(id)),
    ),
  )
  const fill = () => {
    if (details.open && details.childElementCount === 1)
      details.append(body(operation, reference, texts))
  }
  details.addEventListener('toggle', fill)
  fill()
  return details
}

/** `createUser` as people read it, where nothing more is said. */
const nameOf = (id: string): string => {
  const words = id.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** A long path breaks after its slashes. */
const breakable = (path: string): (Node | string)[] =>
  path.split(/(?<=\/)/).flatMap((part) => [part, h('wbr')])

function body(operation: Operation, reference: Reference, texts: Texts): HTMLElement {
  const { body: request, answer, description, id, parameters } = operation
  const frame = { texts, schemas: reference.schemas }
  const shape = (title: string, of: Body) => [
    h('h3', {}, title),
    isFile(of) ? h('p', {}, texts.file(of.type)) : schemaView(of.schema, frame),
  ]
  return h(
    'div',
    { class: 'body' },
    h('p', { class: 'name' }, h('code', {}, id)),
    Boolean(description) && h('p', {}, description),
    h('h3', {}, texts.access),
    access(operation, texts),
    ...(parameters.length > 0
      ? [h('h3', {}, texts.parameters), parametersOf(operation, frame)]
      : []),
    ...(request ? shape(texts.request, request) : []),
    ...(answer ? shape(texts.response, answer) : []),
    h('h3', {}, texts.errorsOf),
    statusTable(statusesOf(operation), texts),
    h('h3', {}, texts.example),
    example(curlOf(operation, reference.schemas, location.origin), texts),
  )
}

const isFile = ({ type }: Body) => type !== 'application/json' && type !== 'multipart/form-data'

function access({ isOpen, permissions }: Operation, texts: Texts): HTMLElement {
  if (isOpen) return h('p', {}, texts.everybody)
  if (permissions.length === 0) return h('p', {}, texts.signedIn)
  const codes = permissions.map((code) => h('li', {}, h('code', {}, code)))
  return h(
    'div',
    {},
    h('p', {}, permissions.length === 1 ? texts.permission : texts.oneOf),
    h('ul', { class: 'codes' }, ...codes),
  )
}

function parametersOf({ parameters }: Operation, frame: Parameters<typeof typeOf>[1]): HTMLElement {
  const { texts } = frame
  const places: Record<string, string> = {
    path: texts.path,
    query: texts.query,
    header: texts.header,
  }
  const list = h('dl', { class: 'fields' })
  for (const { name, in: place, required, description, schema } of parameters) {
    list.append(
      h(
        'dt',
        {},
        h('code', {}, name),
        ' ',
        h('span', { class: 'type' }, `${places[place] ?? place}, ${typeOf(schema, frame)}`),
        Boolean(required) && h('span', { class: 'required' }, ` ${texts.required}`),
      ),
      h('dd', {}, Boolean(description) && h('p', {}, description ?? '')),
    )
  }
  return list
}

/** What an operation may answer besides 200, by what it takes. */
export function statusesOf({ isOpen, body: request, path, method }: Operation): Status[] {
  const statuses: Status[] = [400]
  if (!isOpen) statuses.push(401, 403)
  if (path.includes('{')) statuses.push(404)
  if (method !== 'GET') statuses.push(409)
  if (request) statuses.push(413, 415, 422)
  return [...statuses, 429, 503]
}

export function statusTable(statuses: Status[], texts: Texts): HTMLElement {
  const rows = statuses.map((status) =>
    h('tr', {}, h('th', { scope: 'row' }, String(status)), h('td', {}, texts.statuses[status])),
  )
  return h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, texts.status),
        h('th', { scope: 'col' }, texts.meaning),
      ),
    ),
    h('tbody', {}, ...rows),
  )
}

function example(text: string, texts: Texts): HTMLElement {
  const code = h('pre', { tabindex: '0' }, h('code', {}, text))
  const copy = h('button', { type: 'button', class: 'plain' }, texts.copy)
  copy.addEventListener('click', () => {
    void copyText(text, code).then((isCopied) => {
      if (isCopied) copy.textContent = texts.copied
    })
  })
  return h('div', { class: 'example' }, code, copy)
}

/** Where a browser has no clipboard for the page, as without TLS, the text is selected instead. */
async function copyText(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    getSelection()?.selectAllChildren(shown)
    return false
  }
}
