/** Messages of the server in one language: the sentence in lower-case English -> its translation. */
export type Catalogue = Record<string, string>

export interface CatalogueMatch {
  text: string
  /** Values of the placeholders of a sentence such as `limit exceeded - used {used}, max {max}`. */
  values: Record<string, string>
}

/** Finds a server message in the catalogue, by its exact sentence or by a sentence with values. */
export function findMessage(catalogue: Catalogue, message: string): CatalogueMatch | undefined {
  const sentence = message.trim().toLowerCase().replace(/\.$/, '')
  const exact = catalogue[sentence]
  if (exact !== undefined) return { text: exact, values: {} }

  for (const [template, text] of Object.entries(catalogue)) {
    if (!template.includes('{')) continue
    // Matched on the original, so that a name keeps its capitals.
    const match = patternOf(template).exec(message.trim())
    if (match) return { text, values: { ...match.groups } }
  }
  return undefined
}

const escape = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

const patterns = new Map<string, RegExp>()

function patternOf(template: string): RegExp {
  const known = patterns.get(template)
  if (known) return known
  const source = template
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? `(?<${part.slice(1, -1)}>.+?)` : escape(part)))
    .join('')
  const pattern = new RegExp(`^${source}\\.?$`, 'i')
  patterns.set(template, pattern)
  return pattern
}

/** Puts the values into the placeholders of a translation. */
export function fillIn({ text, values }: CatalogueMatch): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
