export type FormPart = string | number | boolean | Blob | null | undefined

/**
 * A multipart body. Empty parts are left out; files come last, because the server wants to know what
 * a file is for before it takes it.
 */
export function formData(parts: Record<string, FormPart>): FormData {
  const form = new FormData()
  const given = Object.entries(parts).filter(([, part]) => part !== undefined && part !== null)
  for (const [name, part] of given) {
    if (!(part instanceof Blob)) form.append(name, String(part))
  }
  for (const [name, part] of given) if (part instanceof Blob) form.append(name, part)
  return form
}
