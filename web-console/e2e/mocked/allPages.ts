/**
 * Every page of the console: what the address of each screen and entity of `src/app/screens.ts` is
 * opened with. `src/app/screens.test.ts` fails for one that is missing here.
 */

/** A row to open where an entity's pages want one; `null` where it has none of that kind. */
export interface EntityPages {
  edit: number | string | null
  /** Whether its list has a preview at the side. */
  hasPreview: boolean
}

const withRow = (edit: number | string, hasPreview = true): EntityPages => ({ edit, hasPreview })

/** Entities of which a row has a page of its own. */
export const PATHS_WITH_PAGE = ['/users', '/groups', '/devices']

/** By the path of the entity. */
export const ENTITY_PAGES: Record<string, EntityPages> = {
  '/users': withRow(2),
  '/roles': withRow(1),
  '/groups': withRow(2),
  '/schedules': withRow(1),
  '/access-rules': withRow(1),
  '/identifiers': withRow(1),
  '/guest-access': withRow(1),
  '/devices': withRow(2),
  '/elevators': withRow(4),
  '/elevators/access-rules': withRow(1),
  '/virtual-numbers': withRow(1),
  '/forward-rules': withRow(1),
  '/sip-trunks': withRow(1),
  '/integration': withRow(1, false),
  '/webhooks': withRow(1, false),
  '/mail-templates': withRow(1, false),
  '/announces': withRow(1),
  '/amenities': withRow(1),
  '/amenities/reservations': withRow(1),
  '/emergency-alerts': withRow(1),
  '/projects': withRow(2, false),
}

/** Tabs of the project's settings, each a page of its own. */
export const SETTINGS_TABS = [
  'general',
  'mail',
  'sip',
  'broker',
  'push',
  'whiteLabel',
  'wallet',
  'identityProvider',
  'ipBlocking',
  'groupTypes',
  'mailTemplates',
  'integrations',
  'webhooks',
  'serviceTokens',
  'deviceBackup',
]

/** By the path of the screen: with what it is opened. */
export const SCREEN_PAGES: Record<string, string[]> = {
  '/home': ['/home'],
  '/profile': ['/profile', '/profile?tab=tokens'],
  '/users/import': ['/users/import'],
  '/markers': ['/markers'],
  '/access-matrix': ['/access-matrix'],
  '/access-check': ['/access-check'],
  '/identifiers/import': ['/identifiers/import'],
  '/ukey2': ['/ukey2'],
  '/ukey2/:id/edit': ['/ukey2/1/edit'],
  '/access-control/events': ['/access-control/events'],
  '/devices/events': ['/devices/events'],
  '/devices/search': ['/devices/search'],
  '/devices/tasks': ['/devices/tasks'],
  '/elevators/events': ['/elevators/events'],
  '/call-history': ['/call-history'],
  '/devices/alarms': ['/devices/alarms'],
  '/devices/alarms/:id/edit': ['/devices/alarms/901/edit'],
  '/devices/alarms-calls': ['/devices/alarms-calls'],
  '/notifications': ['/notifications'],
  '/notifications/settings': ['/notifications/settings'],
  '/conversations': ['/conversations'],
  '/conversation/:id': ['/conversation/1'],
  '/announces/response': ['/announces/response'],
  '/audit-events': ['/audit-events'],
  '/general-settings': SETTINGS_TABS.map((tab) => `/general-settings?tab=${tab}`),
  '/system-info': ['/system-info'],
  '/backups': ['/backups'],
  '/licenses': ['/licenses'],
  '/reports/licenses': ['/reports/licenses'],
}

/** The addresses of every page of every screen and entity, previews of lists included. */
export const ALL_PAGES: string[] = [
  ...Object.values(SCREEN_PAGES).flat(),
  ...Object.entries(ENTITY_PAGES).flatMap(([path, { edit, hasPreview }]) => [
    path,
    `${path}/add`,
    ...(edit === null ? [] : [`${path}/${edit}/edit`]),
    ...(edit === null || !hasPreview ? [] : [`${path}?preview=${edit}`]),
    ...(PATHS_WITH_PAGE.includes(path) ? [`${path}/${edit}`] : []),
  ]),
]

/** Dialogs that an address opens. */
export const DIALOG_PAGES: string[] = [
  '/users?dialog=export',
  '/users/2?dialog=password',
  '/users/2?dialog=give',
  '/devices/2?dialog=give',
  '/devices/2?dialog=adopt',
  '/groups/2?dialog=give',
  '/groups?dialog=move:2',
  '/groups?dialog=delete:2',
  '/groups?dialog=generate:2',
  '/groups?dialog=import:2',
  '/groups?dialog=export:2',
  '/markers?dialog=new',
  '/general-settings?tab=groupTypes&dialog=new',
  '/general-settings?tab=serviceTokens&dialog=token',
  '/profile?tab=tokens&dialog=token',
  '/conversations?dialog=new',
  '/ukey2?dialog=issue',
  '/devices/alarms?dialog=process:901',
  '/guest-access?dialog=share:1',
  '/virtual-numbers?dialog=generate',
  '/projects?dialog=2',
]

/** Pages of people who are not signed in. */
export const GUEST_PAGES: string[] = [
  '/login',
  '/registration',
  '/registration/good',
  '/registration/confirm/bad',
  '/self-registration',
  '/self-registration/HOUSE7',
  '/password/recovery',
  '/password/reset/token',
  '/terms-and-conditions',
]
