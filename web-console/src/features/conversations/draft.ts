/** Where somebody writes. Who else uses the browser sees nothing of it, and neither does the same person elsewhere. */
export interface DraftPlace {
  /** The user's id. */
  owner: number
  conversation: number
}

const draftKey = ({ owner, conversation }: DraftPlace) =>
  `conversation-draft-${owner}-${conversation}`

/** What somebody has typed and not sent, kept by the browser until it is. */
export function readDraft(place: DraftPlace): string {
  try {
    return localStorage.getItem(draftKey(place)) ?? ''
  } catch {
    return ''
  }
}

export function writeDraft(place: DraftPlace, text: string): void {
  try {
    if (text === '') localStorage.removeItem(draftKey(place))
    else localStorage.setItem(draftKey(place), text)
  } catch {
    // A browser without storage: then the text is lost with the page.
  }
}

/** A message that the server has not confirmed. */
export interface UnsentMessage {
  requestId: string
  text: string
  /** Of pictures that the server has. */
  keys: string[]
  /** When it was sent first, in milliseconds. */
  at: number
}

const unsentPrefix = ({ owner, conversation }: DraftPlace) =>
  `conversation-unsent-${owner}-${conversation}-`

const isUnsent = (value: unknown): value is UnsentMessage => {
  const { requestId, text, keys, at } = (value ?? {}) as Partial<UnsentMessage>
  const areTexts = typeof requestId === 'string' && typeof text === 'string'
  return areTexts && Array.isArray(keys) && typeof at === 'number'
}

/** The oldest first. Each has a key of its own: another tab takes none of them away. */
export function readUnsent(place: DraftPlace): UnsentMessage[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(unsentPrefix(place)))
      .map((key): unknown => JSON.parse(localStorage.getItem(key) ?? 'null'))
      .filter(isUnsent)
      .toSorted((a, b) => a.at - b.at)
  } catch {
    return []
  }
}

export function writeUnsent(place: DraftPlace, message: UnsentMessage): void {
  try {
    localStorage.setItem(unsentPrefix(place) + message.requestId, JSON.stringify(message))
  } catch {
    // As of a draft.
  }
}

export function forgetUnsent(place: DraftPlace, requestId: string): void {
  try {
    localStorage.removeItem(unsentPrefix(place) + requestId)
  } catch {
    // There is nothing to forget.
  }
}
