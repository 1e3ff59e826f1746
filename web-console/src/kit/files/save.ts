/** Milliseconds after which a saved file's memory is given back: the browser has begun to write. */
const KEEP = 60_000

/** Hands a file over to the browser, which keeps it where it keeps downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), KEEP)
}
