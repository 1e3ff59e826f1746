import { h } from '../guest-page/dom'
import { resolve, type Schema } from './document'
import type { Texts } from './texts'

interface Frame {
  texts: Texts
  schemas: Record<string, Schema>
}

/** The fields of a shape as a list; what a field holds opens below it, so that shapes within themselves end. */
export function schemaView(schema: Schema, frame: Frame): HTMLElement {
  const { schema: resolved } = resolve(schema, frame.schemas)
  const inner = resolved.items ? resolve(resolved.items, frame.schemas).schema : resolved
  const fields = Object.entries(inner.properties ?? {})
  const list = h('dl', { class: 'fields' })
  for (const [name, field] of fields) {
    const isRequired = inner.required?.includes(name) ?? false
    list.append(
      h(
        'dt',
        {},
        h('code', {}, name),
        ' ',
        h('span', { class: 'type' }, typeOf(field, frame)),
        isRequired && h('span', { class: 'required' }, ` ${frame.texts.required}`),
      ),
      h('dd', {}, ...aboutField(field, frame)),
    )
  }
  const about = resolved.description && h('p', { class: 'about' }, resolved.description)
  if (fields.length > 0) return h('div', {}, about, list)
  const type = typeOf(schema, frame)
  return h(
    'div',
    {},
    about,
    h('p', { class: 'about' }, isPlain(resolved) ? type : frame.texts.noFields),
  )
}

const isPlain = ({ type, enum: choices }: Schema) => type !== 'object' || choices !== undefined

function aboutField(field: Schema, frame: Frame): (Node | string | false)[] {
  const { schema } = resolve(field, frame.schemas)
  const limits = limitsOf(field, frame.texts)
  const choices = (schema.items ? resolve(schema.items, frame.schemas).schema : schema).enum
  return [
    Boolean(field.description) && h('p', {}, field.description ?? ''),
    limits !== '' && h('p', { class: 'limits' }, limits),
    choices !== undefined &&
      h(
        'p',
        { class: 'choices' },
        ...choices.flatMap((choice) => [h('code', {}, String(choice)), ' ']),
      ),
    nested(field, frame) ?? false,
  ]
}

function limitsOf({ maxLength, minimum, maximum }: Schema, texts: Texts): string {
  const parts = [
    maxLength !== undefined && texts.atMost(maxLength),
    minimum !== undefined && texts.from(minimum),
    maximum !== undefined && texts.to(maximum),
  ]
  return parts.filter(Boolean).join(', ')
}

/** The fields of what a field holds, drawn when they are opened. */
function nested(field: Schema, frame: Frame): HTMLElement | undefined {
  const own = resolve(field, frame.schemas)
  const of = own.schema.items ? resolve(own.schema.items, frame.schemas) : own
  if (!of.schema.properties) return undefined
  const summary = h('summary', {}, frame.texts.fieldsOf(of.name || typeOf(field, frame)))
  const details = h('details', {}, summary)
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1)
      details.append(schemaView(of.schema, frame))
  })
  return details
}

/** As people say it: `list of User or null`. */
export function typeOf(schema: Schema, frame: Frame): string {
  const { texts } = frame
  const { name, schema: resolved } = resolve(schema, frame.schemas)
  const { type = 'object', format, items, additionalProperties } = resolved
  const isNullable = schema.nullable ?? false
  const plain = () => {
    if (type === 'array' && items) return texts.list(typeOf(items, frame))
    if (typeof additionalProperties === 'object')
      return texts.map(typeOf(additionalProperties, frame))
    if (name && !resolved.enum) return name
    return format ? `${type} (${format})` : type
  }
  return isNullable ? `${plain()} ${texts.orNull}` : plain()
}
