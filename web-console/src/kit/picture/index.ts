export { cropOf, type Crop } from './crop'
export { CropDialog } from './CropDialog'
export { PictureField } from './PictureField'
