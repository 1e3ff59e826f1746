export { systemScreen } from './screen'
