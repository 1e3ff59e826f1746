import type { ComponentType } from 'react'
import { loadBrokerPanel } from '@/features/broker'
import { loadDeviceBackupPanel } from '@/features/devices'
import { loadGroupTypesPanel } from '@/features/group-types'
import { loadIntegrationsPanel } from '@/features/integrations'
import { loadIpBlockingPanel } from '@/features/ip-blocking'
import { loadMailTemplatesPanel } from '@/features/mail-templates'
import { loadServiceTokensPanel } from '@/features/tokens'
import { loadWebhooksPanel } from '@/features/webhooks'
import type { Need } from '@/kit/permissions'

/** A tab of the project's settings, loaded when it is opened. */
export interface SettingsTab {
  /** In the address, and of its name: `settings:options.tabs.<key>`. */
  key: string
  /** Who sees it. */
  need: Need
  panel: () => Promise<{ default: ComponentType }>
}

const VIEW: Need = { any: ['can_view_project_settings'] }
/** What all projects of the installation share. */
const SHARED: Need = { ...VIEW, isDealer: true }
/** Those who change the project, or a group: each has parts of its own. */
const EDITORS = [
  'can_change_project_settings',
  'can_edit_all_server_domains',
  'can_edit_descendant_domains',
  'can_edit_self_domain_general_parameters',
] as const

/** The tabs in their order. A feature of its own brings its panel through its index. */
export const SETTINGS_TABS = [
  { key: 'general', need: VIEW, panel: () => import('./panels/GeneralPanel') },
  { key: 'mail', need: VIEW, panel: () => import('./panels/MailPanel') },
  { key: 'sip', need: VIEW, panel: () => import('./panels/SipPanel') },
  {
    key: 'broker',
    need: VIEW,
    panel: loadBrokerPanel,
  },
  { key: 'push', need: VIEW, panel: () => import('./panels/PushPanel') },
  { key: 'whiteLabel', need: VIEW, panel: () => import('./panels/WhiteLabelPanel') },
  { key: 'wallet', need: VIEW, panel: () => import('./panels/WalletPanel') },
  { key: 'identityProvider', need: VIEW, panel: () => import('./panels/ProviderPanel') },
  {
    key: 'ipBlocking',
    need: SHARED,
    panel: loadIpBlockingPanel,
  },
  {
    key: 'groupTypes',
    need: VIEW,
    panel: loadGroupTypesPanel,
  },
  {
    key: 'mailTemplates',
    need: { any: [...EDITORS, 'can_manage_self_domain_mail_templates'] },
    panel: loadMailTemplatesPanel,
  },
  {
    key: 'integrations',
    need: { any: [...EDITORS, 'can_manage_self_domain_integrations'] },
    panel: loadIntegrationsPanel,
  },
  {
    key: 'webhooks',
    need: VIEW,
    panel: loadWebhooksPanel,
  },
  {
    key: 'deviceBackup',
    need: { any: ['can_import_device_backup_data'] },
    panel: loadDeviceBackupPanel,
  },
  {
    key: 'serviceTokens',
    need: { any: ['can_change_project_settings'] },
    panel: loadServiceTokensPanel,
  },
] as const satisfies readonly SettingsTab[]

export type SettingsKey = (typeof SETTINGS_TABS)[number]['key']

/** The page is for whoever sees one of its tabs. */
export const SETTINGS_NEED: Need = {
  any: [...new Set(SETTINGS_TABS.flatMap(({ need }: SettingsTab) => need.any ?? []))],
}
