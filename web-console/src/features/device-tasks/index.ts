import { SendOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'

export { DeviceTaskList } from './DeviceTaskList'
export { TASK_TOPIC, taskHandlers } from './realtime'
export { useTaskList } from './api'
export { useTaskWords } from './useTaskWords'

export const deviceTaskScreen = defineScreen({
  key: 'deviceTasks',
  path: '/devices/tasks',
  icon: SendOutlined,
  section: 'devices',
  need: { any: ['can_view_device_tasks'] },
  page: () => import('./ListPage'),
})
