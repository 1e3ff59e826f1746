import type { ComponentType } from 'react'
import type { Need } from '@/kit/permissions'
import { SECTIONS, type Entity, type Screen, type SectionKey } from '@/kit/resource'

export interface MenuItem {
  key: string
  path: string
  icon: ComponentType
}

export interface MenuSection {
  key: SectionKey
  items: MenuItem[]
}

/**
 * The order of the items of each section, as the specification has it. A screen that is not
 * named here comes last in its section.
 */
const ORDER = [
  'home',
  'notifications',
  'projects',
  'licenseReports',
  'users',
  'roles',
  'groups',
  'markers',
  'guestAccess',
  'schedules',
  'accessRules',
  'identifiers',
  'ukey2',
  'accessMatrix',
  'accessCheck',
  'accessEvents',
  'conversations',
  'announces',
  'announceResponses',
  'amenities',
  'reservations',
  'alarms',
  'alarmCalls',
  'emergencyAlerts',
  'virtualNumbers',
  'forwardRules',
  'callHistory',
  'sipTrunks',
  'devices',
  'deviceEvents',
  'deviceTasks',
  'elevators',
  'elevatorEvents',
  'elevatorAccessRules',
  'auditEvents',
  'backups',
  'generalSettings',
  'licenses',
  'systemInfo',
]

/** What a person finds in the side menu: only what the role and the licence allow. */
export function menuFor(
  screens: Screen[],
  entities: Entity[],
  meets: (need: Need | undefined) => boolean,
): MenuSection[] {
  const items = [
    ...screens.map(({ key, path, icon, section, need }) => ({ key, path, icon, section, need })),
    ...entities.map(({ key, path, icon, section, can }) => ({
      key,
      path,
      icon,
      section,
      need: can.read,
    })),
  ].filter(({ section, need }) => section !== undefined && meets(need))

  return SECTIONS.map((key) => ({
    key,
    items: items
      .filter(({ section }) => section === key)
      .toSorted((a, b) => rank(a.key) - rank(b.key))
      .map(({ key: name, path, icon }) => ({ key: name, path, icon })),
  })).filter(({ items: shown }) => shown.length > 0)
}

const rank = (key: string) => {
  const at = ORDER.indexOf(key)
  return at < 0 ? ORDER.length : at
}

/** The item that the page belongs to: the longest path that the address begins with. */
export function activeItem(sections: MenuSection[], pathname: string): string | undefined {
  const fitting = sections
    .flatMap(({ items }) => items)
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return fitting.toSorted((a, b) => b.path.length - a.path.length)[0]?.key
}
