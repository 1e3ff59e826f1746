import { useTranslation } from 'react-i18next'

/** Events that the texts name; keys of texts have no dots. */
const NAMES = {
  'device.event.arrived/access': 'accessEvent',
  'device.event.arrived': 'deviceEvent',
  'device.alarm.changed': 'alarm',
  'sos.called': 'sos',
  'device.status.changed': 'status',
  'device.created': 'deviceCreated',
  'device.changed': 'deviceChanged',
  'device.deleted': 'deviceDeleted',
  'device_tasks.changed': 'task',
  'elevator_event.changed': 'elevator',
  'alert_run.changed': 'alert',
  'announce.changed': 'announce',
  'conversation.changed': 'conversation',
  'guest_key.changed': 'guestKey',
  'guest_key.opened': 'guestKeyOpened',
  'identifier.changed': 'identifier',
  'user.changed': 'user',
  'domain.changed': 'group',
  'backup.made': 'backupMade',
  'backup.applied': 'backupApplied',
} as const

const isNamed = (name: string): name is keyof typeof NAMES => name in NAMES

/** What an event of the catalogue is called; one that this console does not know has its own name. */
export function useEventName() {
  const { t } = useTranslation('webhooks')
  return (name: string) => (isNamed(name) ? t(`options.events.${NAMES[name]}`) : name)
}
