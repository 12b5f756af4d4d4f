/** VitePress's own theme with Candor's colours, and diagrams. */
import DefaultTheme from 'vitepress/theme';
import type { Theme } from 'vitepress';
import Diagram from './diagram.vue';
import './colours.css';

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('Diagram', Diagram);
  },
};

export default theme;
