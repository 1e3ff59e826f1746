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
import { useTypeName } from './useTypeName'

const ICONS: Record<GroupKind, ComponentType> = {
  building: BankOutlined,
  unit: LayoutOutlined,
  floor: MenuOutlined,
  apartment: HomeOutlined,
  common: ApartmentOutlined,
}

/** What a group is: its type by name, with the sign of its kind. */
export function GroupTypeTag({ type }: { type: GroupType | undefined }) {
  const nameOf = useTypeName()
  if (!type) return <>—</>
  return (
    <StatusTag tone="neutral" icon={ICONS[type.type ?? 'common']}>
      {nameOf(type)}
    </StatusTag>
  )
}
