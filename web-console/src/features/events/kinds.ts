import {
  AlertOutlined,
  CheckOutlined,
  InfoOutlined,
  LoginOutlined,
  PhoneOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { ToneName } from '@/kit/theme'
import type { EventKind } from './codes'

interface Look {
  tone: ToneName
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
}

/** How each kind of event looks; its word is in `options.kinds`. */
export const LOOKS: Record<EventKind, Look> = {
  granted: { tone: 'success', icon: CheckOutlined },
  denied: { tone: 'error', icon: StopOutlined },
  alarm: { tone: 'warning', icon: AlertOutlined },
  door: { tone: 'neutral', icon: LoginOutlined },
  call: { tone: 'info', icon: PhoneOutlined },
  notice: { tone: 'neutral', icon: InfoOutlined },
}
