export { Page } from './Page'
export { PageHeader } from './PageHeader'
export { TITLE_SUFFIX, usePageTitle } from './usePageTitle'
