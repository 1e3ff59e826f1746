/**
 * Puts a text into the clipboard; false when the browser does not let it. Over plain http, as on a local
 * network, there is no `navigator.clipboard`, only the older command.
 */
export async function copyText(text: string): Promise<boolean> {
  const clipboard: Clipboard | undefined = navigator.clipboard
  try {
    if (clipboard) {
      await clipboard.writeText(text)
      return true
    }
    return copyByCommand(text)
  } catch {
    return false
  }
}

function copyByCommand(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  const focused = document.activeElement
  area.select()
  // oxlint-disable-next-line typescript/no-deprecated -- the one way without a secure connection
  const isDone = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isDone
}
