import { Failure, type GuestDoor, type OpenedDoor, type Reason } from './api'
import { h, icon, ICONS, setAttributes, setChildren } from './dom'
import type { Texts } from './texts'

/** How long a door says that it is open. */
const OPENED_MS = 6_000

type Phase = 'ready' | 'opening' | 'opened' | 'unconfirmed' | Reason

interface Options {
  texts: Texts
  /** A moment in words. */
  when: (moment: string) => string
  open: (token: string) => Promise<OpenedDoor>
  /** Told after each answer; undefined when the door was not opened. */
  done: (answer: OpenedDoor | undefined) => void
}

export interface DoorButton {
  element: HTMLElement
  /** Takes over what the server says of the door now. */
  update: (door: GuestDoor) => void
}

/** A door: its button opens it, and says how that goes. The token is spent by an answer, not by a lost connection. */
export function doorButton(first: GuestDoor, { texts, when, open, done }: Options): DoorButton {
  let door = first
  let phase: Phase = 'ready'
  let timer: ReturnType<typeof setTimeout> | undefined
  const button = h('button', { type: 'button' })
  const note = h('p', { class: 'note', role: 'status' })
  const element = h('li', { class: 'door' }, button, note)

  const show = (next: Phase) => {
    phase = next
    clearTimeout(timer)
    const isShut = door.token === '' || !door.online
    const isBusy = phase === 'opening'
    setAttributes(element, { 'data-phase': phaseName(phase) })
    // A disabled button would lose the focus.
    setAttributes(button, { 'aria-disabled': isShut || isBusy ? 'true' : undefined })
    setChildren(
      button,
      icon(phase === 'opened' ? ICONS.check : ICONS.door),
      h('span', { class: 'door-name' }, door.name),
      h('span', { class: 'door-action' }, isShut ? '' : actionOf(phase, texts)),
    )
    setChildren(note, noteOf(phase, door, texts, when))
    if (phase === 'opened') timer = setTimeout(() => show('ready'), OPENED_MS)
  }

  const press = async () => {
    if (phase === 'opening' || door.token === '' || !door.online) return
    show('opening')
    try {
      const answer = await open(door.token)
      door = { ...door, token: answer.next_token }
      show(answer.opened ? 'opened' : 'unconfirmed')
      if (answer.opened && 'vibrate' in navigator) navigator.vibrate(60)
      done(answer)
    } catch (error) {
      const reason = error instanceof Failure ? error.reason : 'unavailable'
      show(reason)
      // With the same token a repeated press has the first result.
      if (reason !== 'offline') done(undefined)
    }
  }
  button.addEventListener('click', () => void press())
  show('ready')
  return {
    element,
    update: (next) => {
      // After a lost connection the first token tells what became of it.
      door = phase === 'offline' && next.token !== '' ? { ...next, token: door.token } : next
      if (phase !== 'opening') show(phase)
    },
  }
}

function phaseName(phase: Phase): string {
  return phase === 'ready' || phase === 'opening' || phase === 'opened' ? phase : 'failed'
}

function actionOf(phase: Phase, texts: Texts): string {
  if (phase === 'opening') return texts.opening
  if (phase === 'opened') return texts.opened
  return phase === 'ready' ? texts.open : texts.again
}

function noteOf(
  phase: Phase,
  door: GuestDoor,
  texts: Texts,
  when: (moment: string) => string,
): string | undefined {
  if (phase === 'unconfirmed') return texts.notConfirmed
  if (phase === 'opened' || phase === 'opening') return undefined
  if (phase !== 'ready') return texts[phase === 'used_up' ? 'noVisits' : phase]
  if (door.token === '' && door.next_opens !== null) return texts.later(when(door.next_opens))
  return door.online ? undefined : texts.notConnected
}
