export { backupsScreen } from './screen'
