import {
  ApartmentOutlined,
  BankOutlined,
  HomeOutlined,
  LayoutOutlined,
  MenuOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { StatusTag } from '@/kit/status'
import type { GroupKind, GroupType } from './api'

const ICONS: Record<GroupKind, ComponentType> = {
  building: BankOutlined,
  unit: LayoutOutlined,
  floor: MenuOutlined,
  apartment: HomeOutlined,
  common: ApartmentOutlined,
}

/** What a group is: its type by name, with the sign of its kind. */
export function GroupTypeTag({ type }: { type: GroupType | undefined }) {
  if (!type) return <>—</>
  return (
    <StatusTag tone="neutral" icon={ICONS[type.type ?? 'common']}>
      {type.name}
    </StatusTag>
  )
}
