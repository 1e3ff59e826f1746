import { HistoryOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'
import { elevatorsEntity } from './entity'

export { elevatorsEntity } from './entity'
export { elevators } from './resource'
export { useElevator, type Elevator, type ElevatorDevice } from './api'
export { elevatorHandlers } from './realtime'

export const elevatorEventScreen = defineScreen({
  key: 'elevatorEvents',
  path: '/elevators/events',
  icon: HistoryOutlined,
  section: 'elevators',
  need: elevatorsEntity.can.read,
  page: () => import('./events/EventsPage'),
})
