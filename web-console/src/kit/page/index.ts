export { Page } from './Page'
export { PageHeader } from './PageHeader'
export { Panel, Panels } from './Panel'
export { TITLE_SUFFIX, usePageTitle } from './usePageTitle'
