"""A bare window of WebKitGTK for WebKitWebDriver. Unlike its own MiniBrowser it can be as narrow as a telephone, refuse
cookies and storage, and print into a file."""

import argparse

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--errors", required=True, help="the file for the errors of pages, a line each")
parser.add_argument("--printed", required=True, help="the file that is printed into")
parser.add_argument("--blocked", action="store_true", help="no cookies, no storage")
options, _ = parser.parse_known_args()

# A page that is automated has no console but the driver's, which does not tell, and does not print by itself.
WATCH = """{
    const tell = (text) => webkit.messageHandlers.error.postMessage(String(text))
    addEventListener('error', ({ message }) => tell(message))
    addEventListener('unhandledrejection', ({ reason }) => tell(reason))
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        tell(`Policy violated: ${violatedDirective} by ${blockedURI}`))
    const { error } = console
    console.error = (...words) => {
        tell(words.join(' '))
        error.apply(console, words)
    }
}"""

# Which a page reads as the wish for less motion.
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.set_preferred_languages(["nl-NL", "nl"])
if options.blocked:
    context.get_cookie_manager().set_accept_policy(WebKit2.CookieAcceptPolicy.NEVER)


def keep_error(_content, result):
    with open(options.errors, "a", encoding="utf-8") as errors:
        errors.write(result.get_js_value().to_string().replace("\n", " ") + "\n")


def print_page(view):
    paper = Gtk.PageSetup()
    paper.set_paper_size_and_default_margins(Gtk.PaperSize.new(Gtk.PAPER_NAME_A4))
    printer = Gtk.PrintSettings()
    printer.set_printer("Print to File")
    printer.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
    printer.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, f"file://{options.printed}")
    operation = WebKit2.PrintOperation.new(view)
    operation.set_page_setup(paper)
    operation.set_print_settings(printer)
    operation.print_()
    # Until it is done.
    view.printing = operation


def open_view(_session):
    everywhere = WebKit2.UserContentInjectedFrames.ALL_FRAMES
    at_start = WebKit2.UserScriptInjectionTime.START
    content = WebKit2.UserContentManager()
    content.register_script_message_handler("error")
    content.register_script_message_handler("print")
    content.add_script(WebKit2.UserScript.new(WATCH, everywhere, at_start, None, None))
    settings = WebKit2.Settings()
    if options.blocked:
        settings.set_enable_html5_local_storage(False)
    view = WebKit2.WebView(
        web_context=context, is_controlled_by_automation=True, settings=settings, user_content_manager=content
    )
    content.connect("script-message-received::error", keep_error)
    content.connect("script-message-received::print", lambda *_: print_page(view))
    window = Gtk.Window()
    window.set_default_size(1280, 900)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _view: window.destroy())
    return view


def start(_context, session):
    # The driver takes no browser by another name.
    info = WebKit2.ApplicationInfo()
    info.set_name("MiniBrowser")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


context.connect("automation-started", start)
Gtk.main()
