/** The dialog of a key's share sheet, as the list's address names it. */
export const shareDialog = (id: number) => `share:${id}`

/** The key of such a dialog. */
export function sharedId(dialog: string): number | undefined {
  const id = /^share:(\d+)$/.exec(dialog)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** The address of a new mail. */
export const mailAddress = (subject: string, body: string) =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
