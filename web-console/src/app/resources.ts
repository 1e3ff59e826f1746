import { accessRules } from '@/features/access-rules'
import { announces } from '@/features/announces'
import { amenities } from '@/features/amenities'
import { devices } from '@/features/devices'
import { elevatorAccessRules } from '@/features/elevator-access-rules'
import { elevators } from '@/features/elevators'
import { emergencyAlerts } from '@/features/emergency-alerts'
import { forwardRules } from '@/features/forward-rules'
import { groups } from '@/features/groups'
import { guestKeys } from '@/features/guest-access'
import { identifiers } from '@/features/identifiers'
import { integrations } from '@/features/integrations'
import { mailTemplates } from '@/features/mail-templates'
import { projects } from '@/features/projects'
import { roles } from '@/features/roles'
import { sipNumbers } from '@/features/sip-numbers'
import { sipTrunks } from '@/features/sip-trunks'
import { timeRules } from '@/features/time-rules'
import { users } from '@/features/users'
import { webhooks } from '@/features/webhooks'
import type { AnyResource } from '@/kit/resource'

/** Every entity with its calls, for what searches them all. Loaded when that opens: screens.ts has what the shell needs. */
export const resources: AnyResource[] = [
  users,
  roles,
  groups,
  timeRules,
  accessRules,
  identifiers,
  guestKeys,
  devices,
  elevators,
  elevatorAccessRules,
  sipNumbers,
  forwardRules,
  sipTrunks,
  integrations,
  webhooks,
  mailTemplates,
  announces,
  amenities,
  emergencyAlerts,
  projects,
]
