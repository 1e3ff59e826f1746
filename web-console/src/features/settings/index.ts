export { settingsScreen } from './screen'
export type { SettingsTab } from './tabs'
