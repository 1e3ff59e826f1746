import {
  ApartmentOutlined,
  BorderOuterOutlined,
  ControlOutlined,
  DesktopOutlined,
  TabletOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { DeviceType } from './api'

/** Every type, with its sign. Its words are in `options.types`. */
export const TYPE_ICONS: Record<DeviceType, ComponentType> = {
  panel: TabletOutlined,
  monitor: DesktopOutlined,
  accesscontroller: ControlOutlined,
  liftcontroller: ApartmentOutlined,
  ip_camera: VideoCameraOutlined,
  barrier: BorderOuterOutlined,
}

export const DEVICE_TYPES = Object.keys(TYPE_ICONS) as DeviceType[]
