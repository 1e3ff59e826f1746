import { expect, test } from 'vitest'
import { dialogText, parseDialog, type GroupDialog } from './dialogs'

test('a dialog survives the address', () => {
  const dialogs: GroupDialog[] = [
    { kind: 'generate', id: 3, target: undefined },
    { kind: 'move', id: 12, target: 7 },
    { kind: 'move', id: 12, target: null },
  ]
  for (const dialog of dialogs) expect(parseDialog(dialogText(dialog))).toEqual(dialog)
})

test('an address that nobody wrote opens nothing', () => {
  for (const text of ['', 'new', 'burn:3', 'move:', 'move:-1', 'move:x']) {
    expect(parseDialog(text)).toBeUndefined()
  }
})
