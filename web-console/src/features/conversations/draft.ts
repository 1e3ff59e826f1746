const keyOf = (conversation: number) => `conversation-draft-${conversation}`

/** What somebody has typed and not sent, kept by the browser until it is. */
export function readDraft(conversation: number): string {
  try {
    return localStorage.getItem(keyOf(conversation)) ?? ''
  } catch {
    return ''
  }
}

export function writeDraft(conversation: number, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(conversation))
    else localStorage.setItem(keyOf(conversation), text)
  } catch {
    // A browser without storage: then the text is lost with the page.
  }
}
