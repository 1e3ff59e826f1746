import type { ComponentType } from 'react'
import type { Section } from '../engine/slice'
import { Contacts } from './Contacts'
import { Doors } from './Doors'
import { InterceptionPart } from './InterceptionPart'
import { Keypad } from './Keypad'
import { Recents } from './Recents'

export const SECTION_PARTS: Record<Section, ComponentType> = {
  keypad: Keypad,
  contacts: Contacts,
  recents: Recents,
  doors: Doors,
  interception: InterceptionPart,
}
