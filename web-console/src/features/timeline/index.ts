export { Timeline, type TimelineOf } from './Timeline'
