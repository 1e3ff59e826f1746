export { licensesScreen, licenseReportScreen } from './screen'
export { EDIT_GROUP, EDIT_USER, VIEW_GROUP, VIEW_USER } from './needs'

// Fetched when they are opened: neither the shell nor a form needs their calls.
export const loadLicenseBar = () => import('./LicenseBar')
export const loadGroupLicense = () => import('./GroupLicensePanel')
export const loadUserLicense = () => import('./UserLicensePanel')
