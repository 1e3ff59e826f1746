import { Alert } from 'antd'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { accessRules } from '@/features/access-rules'
import { devices } from '@/features/devices'
import { IntegrationsPanel } from '@/features/integrations'
import { Loading } from '@/kit/feedback'
import { loadGroupLicense, VIEW_GROUP } from '@/features/licenses'
import { MailTemplatesPanel } from '@/features/mail-templates'
import { sipNumbers } from '@/features/sip-numbers'
import { users } from '@/features/users'
import { ReadOnly, type FormTab } from '@/kit/form'
import { useCan, useLack } from '@/kit/permissions'
import { isSettingOn, SETTING_NEEDS, settingNeed, type SettingTab } from './access'
import type { Group } from './api'
import styles from './featureLack.module.css'
import { AppearanceTab, WalletTab } from './form/AppearanceTabs'
import { ForwardTab } from './form/ForwardTab'
import { GuestLimitsTab } from './form/GuestLimitsTab'
import { NotifyTab } from './form/NotifyTab'
import { TrunkTab } from './form/TrunkTab'
import { GroupFields } from './GroupFields'
import { RelatedTab } from './RelatedTab'

// Fetched when it is opened: the form needs none of its logs.
const GroupOverview = lazy(() => import('./GroupOverview'))
const GroupLicense = lazy(loadGroupLicense)

/** The tab that is no part of the form. */
export const OVERVIEW = 'overview'

const GENERAL = [
  'name',
  'description',
  'parent',
  'domain_type_id',
  'logic_address',
  'sip_count',
  'app_count',
]

/** The tabs of the form: the group itself, what belongs to it, and its settings. */
export function useFormTabs(
  group: Group | undefined,
  id: number | undefined,
  readOnly: string | false,
  open: string,
): FormTab[] {
  const { t } = useTranslation('groups')
  const related = useRelatedTabs(id, open)
  const settings = useSettingTabs(group)
  const general: FormTab = {
    key: 'general',
    label: t('general'),
    fields: GENERAL,
    content: <GroupFields id={id} readOnly={readOnly} />,
  }
  if (id === undefined) return [general]
  const overview: FormTab = {
    key: OVERVIEW,
    label: t('overview.title'),
    fields: [],
    isView: true,
    content: group && open === OVERVIEW && (
      <Suspense fallback={<Loading />}>
        <GroupOverview group={group} />
      </Suspense>
    ),
  }
  return [overview, general, ...related, ...settings]
}

/** Part of the form's values that each tab of settings shows. */
const PARTS: Record<SettingTab, string> = {
  whiteLabel: 'whitelabel_settings',
  wallet: 'apple_wallet_settings',
  guestLimits: 'guest_identifier_limits',
  notifications: 'device_status_notify',
  forward: 'sip_number',
  trunk: 'sip_trunk',
}

function useSettingTabs(group: Group | undefined): FormTab[] {
  const { t } = useTranslation('groups')
  const lack = useLack()
  const contents: Record<SettingTab, ReactNode> = {
    whiteLabel: group && <AppearanceTab group={group} />,
    wallet: <WalletTab />,
    guestLimits: <GuestLimitsTab />,
    notifications: <NotifyTab />,
    forward: <ForwardTab />,
    trunk: <TrunkTab />,
  }
  const contentOf = (key: SettingTab) => {
    const need = settingNeed(key, isSettingOn(group, key))
    const why = lack(need, group?.features_off)
    const isUnlicensed = need.feature !== undefined && group?.features_off?.includes(need.feature)
    return (
      <>
        {why && isUnlicensed && (
          <Alert className={styles.above} type="warning" showIcon title={why} />
        )}
        <ReadOnly why={why}>{contents[key]}</ReadOnly>
      </>
    )
  }
  return (Object.keys(SETTING_NEEDS) as SettingTab[]).map((key) => ({
    key,
    label: t(`options.tabs.${key}`),
    fields: [PARTS[key]],
    content: contentOf(key),
  }))
}

/** What belongs to the group, kept elsewhere; each is asked for when its tab is open. */
function useRelatedTabs(id: number | undefined, open: string): FormTab[] {
  const { t } = useTranslation('groups')
  const { meets } = useCan()
  if (id === undefined) return []
  const tab = (key: string, label: string, content: ReactNode): FormTab => ({
    key,
    label,
    fields: [],
    isView: true,
    content: open === key && content,
  })
  const tabs: FormTab[] = []
  if (meets(users.can.read)) {
    tabs.push(
      tab('users', t('tabs.users'), <RelatedTab resource={users} field="domains" groupId={id} />),
    )
  }
  if (meets(devices.can.read)) {
    tabs.push(
      tab(
        'devices',
        t('tabs.devices'),
        <RelatedTab resource={devices} field="domain_id" groupId={id} />,
      ),
    )
  }
  if (meets(accessRules.can.read)) {
    tabs.push(
      tab(
        'accessRules',
        t('tabs.accessRules'),
        <RelatedTab resource={accessRules} field="domain_id" groupId={id} />,
      ),
    )
  }
  if (meets(VIEW_GROUP)) {
    tabs.push(
      tab(
        'licenses',
        t('tabs.licenses'),
        <Suspense fallback={<Loading />}>
          <GroupLicense id={id} />
        </Suspense>,
      ),
    )
  }
  if (meets(sipNumbers.can.read)) {
    tabs.push(
      tab(
        'numbers',
        t('tabs.numbers'),
        <RelatedTab resource={sipNumbers} field="domain_id" groupId={id} />,
      ),
    )
  }
  tabs.push(
    tab('integrations', t('tabs.integrations'), <IntegrationsPanel groupId={id} />),
    tab('mailTemplates', t('tabs.mailTemplates'), <MailTemplatesPanel groupId={id} />),
  )
  return tabs
}
