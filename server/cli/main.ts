// Scripts beside the checkout call the commands by this name.
import './main.js'
