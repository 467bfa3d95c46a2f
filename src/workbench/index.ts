export { openWorkbench, type Workbench } from './workbench.ts';
