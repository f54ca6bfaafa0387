// Entry point for scripts outside the checkout, which call the commands by this path.
import './main.js'
